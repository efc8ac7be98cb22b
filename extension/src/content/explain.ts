// Why each part of the page was kept or not: its blocks in colour, with the reason on hover or focus. The page itself is
// not touched; the colours lie above it.
import type { Block } from "../../../bindings/npm/src/article.js";
import type { Tree } from "../../../bindings/npm/src/tree.js";
import { ask, type BlocksAnswer, say } from "../messages.js";
import { type Host, make } from "./host.js";

/** Blocks that are coloured; a page with more is coloured down to here. */
const MAX_BLOCKS = 2000;

export class Explain {
  readonly #layer = make("div", { class: "layer" });
  readonly #boxes: { block: Block; texts: Text[] }[];
  readonly #note = make("div", { class: "note", role: "tooltip", hidden: "" });
  readonly #again = () => this.#later();
  #waiting = 0;

  private constructor(host: Host, boxes: { block: Block; texts: Text[] }[]) {
    this.#boxes = boxes;
    host.root.append(this.#layer, this.#note, legend());
    this.#draw();
    addEventListener("resize", this.#again);
    addEventListener("load", this.#again, true);
    document.addEventListener("scroll", this.#again, { capture: true, passive: true });
    this.#layer.addEventListener("pointerover", (event) => this.#tell(event.target));
    this.#layer.addEventListener("pointerout", () => this.#tell(null));
    this.#layer.addEventListener("focusin", (event) => this.#tell(event.target));
    this.#layer.addEventListener("focusout", () => this.#tell(null));
  }

  static async of(host: Host, tree: Tree): Promise<Explain> {
    const { blocks } = await ask<BlocksAnswer>({ ask: "blocks", tree: tree.text, url: location.href });
    const textsOf = (block: Block) =>
      block.nodes.map((number) => tree.nodes[number] as Text).filter((text) => text?.data);
    return new Explain(
      host,
      blocks.slice(0, MAX_BLOCKS).map((block) => ({ block, texts: textsOf(block) })),
    );
  }

  #later(): void {
    cancelAnimationFrame(this.#waiting);
    this.#waiting = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const focused = (this.#layer.getRootNode() as ShadowRoot).activeElement?.getAttribute("data-block");
    const boxes = this.#boxes.flatMap(({ block, texts }) => {
      const area = areaOf(texts);
      return area ? [boxOf(block, area)] : [];
    });
    this.#layer.replaceChildren(...boxes);
    if (focused) this.#layer.querySelector<HTMLElement>(`[data-block="${focused}"]`)?.focus({ preventScroll: true });
  }

  #tell(target: EventTarget | null): void {
    const box = target instanceof HTMLElement ? target.closest<HTMLElement>("[data-block]") : null;
    this.#note.hidden = !box;
    if (!box) return;
    this.#note.textContent = box.getAttribute("aria-label");
    const { left, bottom } = box.getBoundingClientRect();
    const top = Math.min(bottom + 4, innerHeight - 80);
    this.#note.style.left = `${Math.max(4, Math.min(left, innerWidth - 340))}px`;
    this.#note.style.top = `${Math.max(4, top)}px`;
  }

  undo(): void {
    cancelAnimationFrame(this.#waiting);
    removeEventListener("resize", this.#again);
    removeEventListener("load", this.#again, true);
    document.removeEventListener("scroll", this.#again, { capture: true });
  }
}

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where texts stand in the page. */
function areaOf(texts: Text[]): Area | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const text of texts) {
    const range = text.ownerDocument.createRange();
    range.selectNodeContents(text);
    const frame = frameOffset(text);
    for (const rect of range.getClientRects()) {
      if (rect.width === 0 || rect.height === 0) continue;
      left = Math.min(left, rect.left + frame.x);
      top = Math.min(top, rect.top + frame.y);
      right = Math.max(right, rect.right + frame.x);
      bottom = Math.max(bottom, rect.bottom + frame.y);
    }
  }
  if (right <= left) return null;
  return { left: left + scrollX, top: top + scrollY, width: right - left, height: bottom - top };
}

/** Where the frame of a text begins, if it stands in one. */
function frameOffset(text: Text): { x: number; y: number } {
  const frame = text.ownerDocument === document ? null : text.ownerDocument.defaultView?.frameElement;
  const rect = frame?.getBoundingClientRect();
  return { x: rect?.left ?? 0, y: rect?.top ?? 0 };
}

function boxOf(block: Block, area: Area): HTMLElement {
  const decision = block.kept ? (block.role ?? say("kept")) : say("dropped");
  const box = make("div", {
    class: `box ${block.kept ? "kept" : "dropped"}`,
    tabindex: "0",
    role: "note",
    "data-block": String(block.index),
    "aria-label": `${decision} (${block.score.toFixed(2)}): ${block.reason}`,
  });
  for (const [side, pixels] of Object.entries(area)) box.style.setProperty(side, `${pixels}px`);
  return box;
}

function legend(): HTMLElement {
  const entry = (kind: string, label: string) => make("span", { class: `legend ${kind}` }, label);
  return make("p", { class: "legends" }, entry("kept", say("kept")), entry("dropped", say("dropped")));
}
