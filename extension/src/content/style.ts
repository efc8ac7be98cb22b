// The style that follows our marks. It is put into the page as one of the user's: it reaches into shadow roots and frames,
// and no style sheet of the page can overrule it or look at it.
import { ask } from "../messages.js";

/** What is put beside marked elements later goes as well, unless it is put into what stays. */
const styleFor = (attribute: string): string => `
[${attribute}~="g"] { display: none !important; }
[${attribute}~="f"] { visibility: hidden !important; }
[${attribute}~="b"] {
  display: block !important; visibility: hidden !important; position: static !important; float: none !important;
  height: 0 !important; min-height: 0 !important; margin: 0 !important; padding: 0 !important; border: 0 !important;
  overflow: hidden !important;
}
[${attribute}~="b"] > * { display: none !important; }
[${attribute}~="m"] > :not([${attribute}]) { display: none !important; }
[${attribute}~="unlocked"] { overflow: visible !important; }
[${attribute}~="unfixed"] { position: static !important; }
html[${attribute}~="reader"] { all: revert !important; display: block !important; }
html[${attribute}~="reader"] > :not([${attribute}~="host"]) { display: none !important; }
[${attribute}~="host"] { all: initial !important; display: block !important; }
`;

/** Puts the style into the page, or takes it out. */
export function setStyle(attribute: string, on: boolean): Promise<void> {
  return ask({ ask: "style", css: styleFor(attribute), on });
}
