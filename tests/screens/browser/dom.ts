import { type Options, selectAll } from "css-select";
import { type AnyNode, type Document, type Element, isTag, isText } from "domhandler";
import { parse } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import { isShown } from "./visible";

export type { AnyNode, Document, Element };
export { isTag, isText };

/** A document as a browser without script reads it: what stands in <noscript> is part of the page. */
export const parseHtml = (html: string): Document => parse(html, { treeAdapter: adapter, scriptingEnabled: false });

const options: Options<AnyNode, Element> = { pseudos: { visible: (e) => isShown(e) } };

/** Elements below a node that a CSS selector finds, in document order. `:visible` is known too. */
export const select = (css: string, below: AnyNode): Element[] => selectAll<AnyNode, Element>(css, below, options);

const listed = new WeakMap<AnyNode, Element[]>();

/** Every element below a node, in document order: listed once, because without script none comes or goes. */
export function elements(below: AnyNode): Element[] {
  const known = listed.get(below);
  if (known) return known;
  const all: Element[] = [];
  const list = (node: AnyNode) => {
    if (!("children" in node)) return;
    for (const child of node.children)
      if (isTag(child)) {
        all.push(child);
        list(child);
      }
  };
  list(below);
  listed.set(below, all);
  return all;
}

/** The nearest element that `test` takes, beginning with the element itself. */
export function closest(from: Element, test: (e: Element) => boolean): Element | null {
  for (let at: AnyNode | null = from; at; at = at.parent) if (isTag(at) && test(at)) return at;
  return null;
}

export const documentOf = (node: AnyNode): Document => {
  let top: AnyNode = node;
  while (top.parent) top = top.parent;
  return top as Document;
};

const named = new WeakMap<Document, Map<string, Element>>();

/** The element with this id, the first one where several bear it. */
export function byId(root: Document, id: string): Element | null {
  let ids = named.get(root);
  if (!ids) {
    ids = new Map(
      elements(root)
        .map((e) => [e.attribs.id ?? "", e] as const)
        .reverse(),
    );
    named.set(root, ids);
  }
  return ids.get(id) ?? null;
}

const UNREAD = new Set(["script", "style", "template", "head"]);

/** Text of a node and all below it, shown or not. */
export function textOf(node: AnyNode): string {
  if (isText(node)) return node.data;
  if (!("children" in node) || (isTag(node) && UNREAD.has(node.name))) return "";
  return node.children.map(textOf).join("");
}

export const normal = (text: string) => text.replace(/\s+/g, " ").trim();
