// Pages that the tests of the extension are made for.
import { availableParallelism, loadavg } from "node:os";
import { story } from "../../bindings/npm/test/pages.mjs";

/** How many times slower than an idle machine this one is: tests run beside others, on few processors. */
export const slowness = () => Math.max(1, loadavg()[0] / availableParallelism());

const sentence = (n) => `On day ${n} the ferry came in late, as it had all week, and nobody on the quay was surprised
  by it any more; by noon the fish was gone, and with it the people who had come for it.`;
const paragraphs = (from, count) =>
  Array.from({ length: count }, (_, index) => `<p>${sentence(from + index)}</p>`).join("\n");
const NAVIGATION = `<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About us</a></nav>`;

/** A video that plays without a file, a button, a box that is scrolled and a field with the focus. */
const playing = `<!doctype html><html lang="en"><head><title>Playing</title></head><body>${NAVIGATION}
  <article><h1>Playing</h1>${paragraphs(1, 8)}<video muted playsinline width="320" height="200"></video>
  <p>${sentence(20)} <button id="count">Count</button></p>
  <div id="deep" style="height: 120px; overflow: auto">${paragraphs(30, 6)}</div>${paragraphs(40, 10)}</article>
  <aside><input id="field"></aside>
  <script>
    const video = document.querySelector("video");
    const canvas = document.createElement("canvas");
    const drawing = canvas.getContext("2d");
    setInterval(() => drawing.fillRect(Math.random() * 300, 0, 9, 9), 30);
    video.srcObject = canvas.captureStream(30);
    const button = document.querySelector("#count");
    const deep = document.querySelector("#deep");
    globalThis.clicks = 0;
    globalThis.restarts = 0;
    button.addEventListener("click", () => globalThis.clicks++);
    deep.scrollTop = 70;
    document.querySelector("#field").focus({ preventScroll: true });
    globalThis.held = { video, button, deep };
    video.play().then(() => {
      video.addEventListener("play", () => globalThis.restarts++);
      globalThis.ready = true;
    });
  </script></body></html>`;

/** An article that is in no file: it comes from a script, from shadow roots, from a slot and from a frame. */
const live = `<!doctype html><html lang="en"><head><title>Live</title></head><body>${NAVIGATION}
  <article><h1>Live</h1><div id="script"></div><x-open></x-open><x-closed></x-closed>
  <x-slotted><p>${sentence(1)} This was said by the slot.</p></x-slotted>
  <iframe src="/framed" width="800" height="200"></iframe>${paragraphs(2, 4)}</article>
  <script>
    const text = (who) => \`<p>${sentence(3)} This was said by the \${who}.</p>\`;
    document.querySelector("#script").innerHTML = text("script");
    document.querySelector("x-open").attachShadow({ mode: "open" }).innerHTML = text("open root");
    document.querySelector("x-closed").attachShadow({ mode: "closed" }).innerHTML = text("closed root");
    document.querySelector("x-slotted").attachShadow({ mode: "open" }).innerHTML = "<section><slot></slot></section>";
    addEventListener("load", () => { globalThis.ready = true; });
  </script></body></html>`;

const long = `<!doctype html><html lang="en"><head><title>A year of ferries</title>
  <style>p { color: rgb(1, 2, 3) }</style></head><body>${NAVIGATION}<article><h1>A year of ferries</h1>
  ${paragraphs(1, 3)}<h2>Spring</h2>${paragraphs(10, 5)}<h2>Summer</h2>${paragraphs(20, 5)}
  <p><a href="/quay">The quay</a> was empty.</p><h2>Autumn</h2>${paragraphs(30, 5)}</article></body></html>`;

/** A page that has put its own methods in front of the browser's and writes down who calls them. */
const spy = story.replace(
  "<body>",
  `<body><script>
    globalThis.spied = [];
    const spyOn = (of, name) => {
      const there = Object.getOwnPropertyDescriptor(of, name);
      const note = (call) => function (...given) { globalThis.spied.push(name); return call.apply(this, given); };
      const spying = { ...there };
      for (const way of ["get", "set", "value"]) if (typeof there[way] === "function") spying[way] = note(there[way]);
      Object.defineProperty(of, name, spying);
    };
    for (const name of ["getAttributeNames", "getAttribute", "setAttribute", "removeAttribute", "attachShadow", "append",
      "localName", "checkVisibility"]) spyOn(Element.prototype, name);
    for (const name of ["firstChild", "nextSibling", "appendChild", "nodeType"]) spyOn(Node.prototype, name);
    for (const name of ["sendMessage", "postMessage", "getComputedStyle"]) if (globalThis[name]) spyOn(globalThis, name);
    spyOn(Document.prototype, "createElement");
    spyOn(CharacterData.prototype, "data");
    Array.prototype.push = new Proxy(Array.prototype.push, {});
  </script>`,
);

/** A page in a form whose fields have the names of what everybody asks of elements. */
const clobbered = story
  .replace(
    "<article>",
    `<form><input type="hidden" name="setAttribute"><input type="hidden" name="removeAttribute"><input type="hidden"
     name="parentNode"><input type="hidden" name="scrollTop"><input type="hidden" name="getBoundingClientRect"><input
     type="hidden" name="getClientRects"><p><a href="/other">Other news</a></p><article>`,
  )
  .replace("</article>", "</article></form>");

const THINGS =
  "anchors apples barrels bricks candles carpets clocks coats crates drums eggs flags gloves hats jars kettles lamps maps nets onions pears quilts ropes stoves".split(
    " ",
  );
/** A sentence of which no two are alike. */
const cargo = (number, n) => {
  const thing = (step) => THINGS[(number * 7 + n * 5 + step * (number + 3)) % THINGS.length];
  return `<p>The ferry with the ${thing(1)} and the ${thing(2)} came in before the one with the ${thing(3)}, and whoever had
    waited for ${thing(4)} or ${thing(5)} on quay ${number} went home with ${thing(6)}, as its captain told us.</p>`;
};

/** One of many pages of a site: on all of them stands the same long sentence, which reads as content does. */
export const ofSite = (number) => `<!doctype html><html lang="en"><head><title>Ferry ${number}</title></head><body>
  ${NAVIGATION}<div class="a"><h1>Ferry ${number}</h1>${[1, 2, 3].map((n) => cargo(number, n)).join("")}</div>
  <div class="b"><p>Every morning at seven our harbour letter tells a hundred thousand readers what the day will bring, from
  the first ferry to the last auction, written by people who live on the quay and know it.</p></div></body></html>`;

const links = Array.from(
  { length: 60 },
  (_, n) => `<li><a href="/story/${n}">Story number ${n} of the harbour</a></li>`,
);

const deep = (depth) =>
  `<!doctype html><html lang="en"><title>Deep</title><body>${NAVIGATION}${"<div>".repeat(depth)}${sentence(1)}`;

/** The pages by their paths. */
export const PAGES = {
  "/playing": playing,
  "/live": live,
  "/framed": `<!doctype html><body><p>${sentence(50)} This was said by the frame.</p>${paragraphs(51, 2)}</body>`,
  "/long": long,
  "/spy": spy,
  "/clobbered": clobbered,
  "/wall": `<!doctype html><html lang="en"><title>Before you continue</title><body><div role="dialog"><h1>Before you continue</h1>
    <p>We and our 814 partners use cookies and similar technologies to store and access information on your device. With
    your consent we process personal data. You can withdraw your consent at any time in the privacy settings.</p>
    <button>Accept all</button><button>Reject all</button><a href="/privacy">Privacy policy</a></div></body></html>`,
  "/index": `<!doctype html><html lang="en"><title>Harbour Times</title><body>${NAVIGATION}<ul>${links.join("")}</ul></body></html>`,
  "/nothing": "<!doctype html><html><title>Nothing</title><body></body></html>",
  "/large": `<!doctype html><html lang="en"><title>Large</title><body>${NAVIGATION}<article><h1>Large</h1>
    ${paragraphs(1, 10_000)}</article></body></html>`,
  "/deep": deep(100_000),
  "/less-deep": deep(20_000),
};
