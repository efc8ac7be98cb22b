/** What a block is, content or not. */
export type Role =
  | "title"
  | "subtitle"
  | "byline"
  | "date"
  | "body"
  | "heading"
  | "caption"
  | "list"
  | "table"
  | "code"
  | "quotation"
  | "footnote"
  | "comment"
  | "post"
  | "related"
  | "appeal"
  | "consent"
  | "navigation"
  | "advertisement"
  | "other";

/** How to extract. */
export interface Options {
  /** The page's address, which makes links absolute. */
  url?: string;
  /** `auto` is the best of the three; `r4` is that of Alarte and Silva, `readability` that of Mozilla's reader view. */
  extractor?: "auto" | "readability" | "r4";
  /** The parameters of `r4`, by the names of its paper: candidates, text by text outside links, links. */
  r4?: { c?: number; tr?: number; hr?: number };
  /** What counts more for `auto` where both can not be had. */
  favor?: "balance" | "precision" | "recall";
  /** What `auto` does with readers' comments. */
  comments?: "judge" | "include" | "exclude";
  /** Whether a page that is a list of other pages has content for `auto`. */
  lists?: "keep" | "drop";
  /** Parts that `auto` leaves out. */
  leaveOut?: Role[];
  /** Whether pictures, videos and sounds are content; they are, if nothing is said. */
  media?: boolean;
  /** Whether the content may come from data in the page's scripts where the page itself shows far less. */
  embedded?: boolean;
  /** Milliseconds one page may take; what was found until then is the answer. */
  maxTime?: number;
  /** Nodes of a page that are looked at. */
  maxNodes?: number;
}
