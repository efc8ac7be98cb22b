// What is asked of the page's elements. A form's fields stand before its own methods (`<input name=setAttribute>`), here
// as well as in the page, so everything is asked of the browser's classes.

const scrolledTop = getterOf(Element.prototype, "scrollTop");
const scrolledLeft = getterOf(Element.prototype, "scrollLeft");
const previousSibling = getterOf(Node.prototype, "previousSibling");
const nextSibling = getterOf(Node.prototype, "nextSibling");
const parentNode = getterOf(Node.prototype, "parentNode");

function getterOf(prototype: object, name: string): (this: unknown) => unknown {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: unknown) => unknown;
}

const { setAttribute, removeAttribute, getAttribute, scrollTo, getBoundingClientRect, getClientRects } =
  Element.prototype;

export const dom = {
  set: (element: Element, name: string, value: string): void => setAttribute.call(element, name, value),
  remove: (element: Element, name: string): void => removeAttribute.call(element, name),
  get: (element: Element, name: string): string | null => getAttribute.call(element, name),
  rect: (element: Element): DOMRect => getBoundingClientRect.call(element),
  isShown: (element: Element): boolean => getClientRects.call(element).length > 0,
  scroll: (element: Element): [number, number] => [
    scrolledLeft.call(element) as number,
    scrolledTop.call(element) as number,
  ],
  scrollTo: (element: Element, left: number, top: number): void =>
    (scrollTo as (options: ScrollToOptions) => void).call(element, { left, top, behavior: "instant" }),
  parent: (node: Node): Node | null => parentNode.call(node) as Node | null,
  before: (node: Node): Node | null => previousSibling.call(node) as Node | null,
  after: (node: Node): Node | null => nextSibling.call(node) as Node | null,
};
