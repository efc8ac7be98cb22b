// What the parts of the extension say to each other. Only they can: nothing is open to pages or to other extensions.
import type { About, Block } from "../../bindings/npm/src/article.js";
import type { Mode, Settings } from "./settings.js";

/** What the page's part asks the background for. */
export type Request =
  /** What of a document is content. */
  | { ask: "read"; tree: string; url: string }
  /** The content in a form, of the same document. */
  | { ask: "render"; tree: string; url: string; form: "text" | "markdown" | "content" }
  | { ask: "blocks"; tree: string; url: string }
  /** A style of the user, which no page can overrule or look at. */
  | { ask: "style"; css: string; on: boolean }
  /** What the button shows. */
  | { ask: "badge"; badge: Badge | null }
  /** A picture, where the user has allowed to fetch it. */
  | { ask: "fetch"; url: string }
  | { ask: "settings" }
  | { ask: "save-settings"; settings: Settings }
  | { ask: "options"; site?: string };

export interface Badge {
  /** A number from 0 to 1, or none where the extractor makes no estimate. */
  confidence: number | null;
  /** The name of what is wrong, where something is. */
  trouble: string | null;
  /** Whether nothing was found. */
  empty: boolean;
}

export interface ReadAnswer {
  about: About;
  /** What becomes of which node; see `in_place.rs`. */
  marks: number[];
  words: number;
  settings: Settings;
}

export type BlocksAnswer = { about: About; blocks: Block[] };

/** What the background tells the page's part. */
export interface Press {
  press: Mode | "default" | "explain";
  /** When the button was pressed, for measuring. */
  at: number;
}

/** Every answer: what was asked for, or why it can not be had. */
export type Answer<T> = { ok: T } | { error: string };

/** Asks the background. */
export async function ask<T>(request: Request): Promise<T> {
  const answer = (await chrome.runtime.sendMessage(request)) as Answer<T>;
  if ("error" in answer) throw new Error(answer.error);
  return answer.ok;
}

/** A message in the user's language. */
export function say(key: string, ...given: (string | number)[]): string {
  return chrome.i18n.getMessage(key, given.map(String)) || key;
}
