// What runs in a page, apart from the page's own scripts: put there by a press of the button, or by the user's wish to
// have it pressed always on this site.
import type { Press } from "../messages.js";
import { complain, Page } from "./page.js";

interface Ours {
  /** There is one of it in a page, however often the script is put there. */
  dehuskPage?: Page;
  /** Whether the script came by itself: `always.ts` says so. */
  dehuskAlways?: boolean;
}

const ours = globalThis as unknown as Ours;

if (!ours.dehuskPage) {
  const page = new Page();
  ours.dehuskPage = page;
  chrome.runtime.onMessage.addListener((message: Press, sender, answer) => {
    if (sender.id !== chrome.runtime.id || !("press" in message)) return false;
    page.press(message).then(
      () => answer({ at: message.at, timings: page.timings }),
      (error: unknown) => {
        complain(error);
        answer({ at: message.at, timings: null });
      },
    );
    return true;
  });
  if (ours.dehuskAlways) page.press({ press: "default", at: Date.now() }).catch(complain);
}
