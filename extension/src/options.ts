// The page with the options. Every change is kept at once.
import { hostOf, patternOf } from "./always.js";
import { say } from "./messages.js";
import { showMemories } from "./options-memory.js";
import { loadSettings, type Settings, saveSettings } from "./settings.js";

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const form = byId<HTMLFormElement>("settings");

for (const element of document.querySelectorAll<HTMLElement>("[data-say]")) {
  element.textContent = say(element.dataset.say ?? "");
}
document.documentElement.lang = chrome.i18n.getUILanguage();
document.documentElement.dir = say("@@bidi_dir") === "rtl" ? "rtl" : "ltr";

let settings: Settings = await loadSettings();

/** The part of the settings that a field is about, and its name there. */
function place(name: string): [Record<string, unknown>, string] {
  const [outer = "", inner] = name.split(".");
  const all = settings as unknown as Record<string, unknown>;
  return inner === undefined ? [all, outer] : [all[outer] as Record<string, unknown>, inner];
}

function fields(): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>("input[name]")];
}

function show(): void {
  for (const field of fields()) {
    const [holder, name] = place(field.name);
    if (field.type === "checkbox") field.checked = holder[name] === true;
    else if (field.type === "radio") field.checked = holder[name] === field.value;
    else field.value = String(holder[name]);
  }
  byId("r4").hidden = settings.extractor !== "r4";
  showSites();
}

async function keep(): Promise<void> {
  await saveSettings(settings);
  byId("said").textContent = say("saved");
}

form.addEventListener("change", async (event) => {
  const field = event.target as HTMLInputElement;
  if (!field.name || !field.checkValidity()) return;
  const [holder, name] = place(field.name);
  if (field.type === "checkbox") holder[name] = field.checked;
  else holder[name] = field.type === "number" ? field.valueAsNumber : field.value;
  await keep();
  show();
});

byId("all-sites").addEventListener("click", async () => {
  const origins = ["http://*/*", "https://*/*"];
  const had = await chrome.permissions.contains({ origins });
  if (had) await chrome.permissions.remove({ origins });
  else await chrome.permissions.request({ origins });
  await showAllSites();
});

async function showAllSites(): Promise<void> {
  const had = await chrome.permissions.contains({ origins: ["http://*/*", "https://*/*"] });
  byId("all-sites").textContent = say(had ? "optionsAllSitesOff" : "optionsAllSites");
}

byId("add-site").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = (event.target as HTMLFormElement).elements.namedItem("site") as HTMLInputElement;
  const host = hostOf(field.value);
  const error = byId("site-error");
  error.textContent = "";
  if (!host) {
    error.textContent = say("optionsNoSite");
    return;
  }
  // The browser asks the user, and only while the press of a button is being answered: so this comes first.
  const allowed = await chrome.permissions.request({ origins: [patternOf(host)] });
  if (!allowed) {
    error.textContent = say("optionsRefused", host);
    return;
  }
  settings.always = [...new Set([...settings.always, host])].sort();
  field.value = "";
  await keep();
  showSites();
});

function showSites(): void {
  const entries = settings.always.map((host) => {
    const name = document.createElement("span");
    name.textContent = host;
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = say("optionsRemove");
    remove.setAttribute("aria-label", `${say("optionsRemove")}: ${host}`);
    remove.addEventListener("click", () => removeSite(host));
    const entry = document.createElement("li");
    entry.append(name, remove);
    return entry;
  });
  byId("sites").replaceChildren(...entries);
}

async function removeSite(host: string): Promise<void> {
  settings.always = settings.always.filter((other) => other !== host);
  await keep();
  await chrome.permissions.remove({ origins: [patternOf(host)] }).catch(() => false);
  showSites();
}

// What another page of ours has changed, such as the reader its type.
chrome.storage.onChanged.addListener(async (changes) => {
  if (!changes.settings) return;
  settings = await loadSettings();
  show();
});

const asked = hostOf(decodeURIComponent(location.hash.slice(1)));
if (asked) (byId<HTMLFormElement>("add-site").elements.namedItem("site") as HTMLInputElement).value = asked;
show();
await showAllSites();
await showMemories();
