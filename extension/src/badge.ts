// What the button says of the page: how sure the answer is, and why it is not where it is not.
import { type Badge, say } from "./messages.js";

/** A confidence from which on the answer is good, or may be. */
const GOOD = 0.85;
const FAIR = 0.7;

const GREEN = "#1a7f45";
const AMBER = "#9a6700";
const RED = "#b3261e";

export async function showBadge(tabId: number | undefined, badge: Badge | null): Promise<void> {
  if (tabId === undefined) return;
  const { text, color, title } = badge ? badgeOf(badge) : { text: "", color: GREEN, title: say("press") };
  await Promise.all([
    chrome.action.setBadgeText({ tabId, text }),
    chrome.action.setBadgeBackgroundColor({ tabId, color }),
    chrome.action.setTitle({ tabId, title }),
  ]);
}

function badgeOf({ confidence, trouble, empty }: Badge): { text: string; color: string; title: string } {
  const reason = trouble ? say(`trouble_${trouble.replaceAll("-", "_")}`) : "";
  if (empty) return { text: "–", color: RED, title: reason || say("nothing") };
  if (confidence === null) return { text: "", color: GREEN, title: reason || say("press") };
  const percent = Math.round(confidence * 100);
  const color = confidence >= GOOD ? GREEN : confidence >= FAIR ? AMBER : RED;
  return { text: String(percent), color, title: [say("confidence", percent), reason].filter(Boolean).join(" · ") };
}
