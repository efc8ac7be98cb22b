// Sites where the button is pressed as soon as a page is there. The browser asks the user for each of them; nothing is
// looked at anywhere else.
import { loadSettings } from "./settings.js";

const ID = "always";

/** The pattern of a host's addresses, without those of its subdomains. */
export const patternOf = (host: string): string => `*://${host}/*`;

/** The host that was typed, as a name or as an address; none where it is neither. */
export function hostOf(typed: string): string | null {
  try {
    const text = typed.trim();
    const { hostname } = new URL(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
    return hostname === "" || /[*%\s]/.test(hostname) ? null : hostname;
  } catch {
    return null;
  }
}

/** Tells the browser about the sites that are chosen and allowed. */
export async function registerAlways(): Promise<void> {
  const { always } = await loadSettings();
  const patterns = always.map(patternOf);
  const allowed = await Promise.all(patterns.map((pattern) => chrome.permissions.contains({ origins: [pattern] })));
  const matches = patterns.filter((_, index) => allowed[index]);
  const known = await chrome.scripting.getRegisteredContentScripts({ ids: [ID] });
  if (known.length > 0) await chrome.scripting.unregisterContentScripts({ ids: [ID] });
  if (matches.length === 0) return;
  const script = { id: ID, matches, js: ["always.js", "content.js"], runAt: "document_idle" as const };
  await chrome.scripting.registerContentScripts([{ ...script, persistAcrossSessions: true }]);
}
