// What the user has chosen. It stays on this device: nothing is synchronised.

/** How the content is shown. */
export type Mode = "in-place" | "reader";

export interface Settings {
  /** What the button does. */
  mode: Mode;
  extractor: "auto" | "r4" | "readability";
  /** The parameters of `r4`, by the names of its paper. */
  r4: { c: number; tr: number; hr: number };
  keep: { title: boolean; captions: boolean; comments: boolean; media: boolean };
  reader: { theme: "auto" | "light" | "dark" | "sepia"; size: number; width: number; serif: boolean };
  /** Whether saved files carry their pictures. */
  embedMedia: boolean;
  /** Whether sites are remembered, on this device. */
  memory: boolean;
  /** Hosts where the button is pressed as soon as a page is there. */
  always: string[];
}

export const DEFAULTS: Settings = {
  mode: "in-place",
  extractor: "auto",
  r4: { c: 3, tr: 1.5, hr: 7 },
  keep: { title: true, captions: true, comments: true, media: true },
  reader: { theme: "auto", size: 19, width: 38, serif: true },
  embedMedia: false,
  memory: false,
  always: [],
};

/** The settings, with the defaults where nothing was chosen or what was kept makes no sense. */
export async function loadSettings(): Promise<Settings> {
  const kept = await chrome.storage.local.get("settings");
  return merged(DEFAULTS, kept.settings) as Settings;
}

export async function saveSettings(settings: Settings): Promise<void> {
  await chrome.storage.local.set({ settings });
}

/** What was kept, as far as it has the form of the defaults. */
export function merged(base: unknown, kept: unknown): unknown {
  if (Array.isArray(base)) return Array.isArray(kept) ? kept.filter((entry) => typeof entry === "string") : base;
  if (typeof base === "object" && base !== null) {
    const from = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(base).map(([name, value]) => [name, merged(value, from[name])]));
  }
  return typeof kept === typeof base ? kept : base;
}

/** The options of an extraction that follow from the settings. */
export function extractionOptions(settings: Settings, url: string): Record<string, unknown> {
  const { extractor, r4, keep } = settings;
  const leaveOut = [...(keep.title ? [] : ["title"]), ...(keep.captions ? [] : ["caption"])];
  return {
    url,
    extractor,
    ...(extractor === "r4" ? { r4 } : {}),
    comments: keep.comments ? "judge" : "exclude",
    leaveOut,
    media: keep.media,
    maxTime: 5000,
  };
}
