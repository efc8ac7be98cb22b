// Presses the button twice on a page and compares.
import { isDeepStrictEqual } from "node:util";
import { likeness } from "./pages.mjs";

const ASK_AND_COMPARE = `async ({ settled, snapshot, askAbout, wordsOf }) => {
  await settled();
  const first = snapshot();
  const article = wordsOf(await askAbout({ ask: "render", form: "content" }));
  return { first, article, before: snapshot() };
}`;

/**
 * Opens a page, presses twice, and says whether it is as before, and how alike what was shown and the article were.
 * A page that changes by itself meanwhile is looked at as it stands still: `still` says whether it did.
 */
export async function toggle(session, look, url) {
  const page = await session.open(url);
  try {
    // The page's part must be there to be asked, so one press comes first.
    await session.press(page);
    await session.press(page);
    const { first, article, before } = await look(session, page, ASK_AND_COMPARE);
    const measured = await session.press(page);
    const shown = await look(session, page, "({ shownText }) => shownText()");
    await session.press(page);
    let after = await look(session, page, "({ settled, snapshot }) => settled().then(snapshot)");
    // The document and its scroll are as they were, or they are not; where things stand may be up to the browser.
    const isMoved = after.dom === before.dom && !isDeepStrictEqual(before, after);
    if (isMoved)
      after = await look(session, page, "({ laidOutAnew, snapshot }) => { laidOutAnew(); return snapshot(); }");
    return {
      isMoved,
      still: isDeepStrictEqual(first, before),
      same: isDeepStrictEqual(before, after),
      difference: difference(before, after),
      isEmpty: article.trim() === "",
      likeness: article.trim() === "" ? 1 : likeness(shown, article),
      article,
      shown,
      timings: measured.timings,
    };
  } finally {
    await page.close();
  }
}

/** The first thing that is not the same. */
function difference(before, after) {
  if (before.dom !== after.dom) {
    const at = [...before.dom].findIndex((letter, index) => letter !== after.dom[index]);
    return `${before.dom.slice(Math.max(0, at - 40), at + 60)} | ${after.dom.slice(Math.max(0, at - 40), at + 60)}`;
  }
  if (!isDeepStrictEqual(before.scroll, after.scroll)) return `scroll ${before.scroll} | ${after.scroll}`;
  const at = before.styles.findIndex((style, index) => style !== after.styles[index]);
  return at < 0 ? "" : `${before.styles[at]} | ${after.styles[at]}`;
}
