import { type AnyNode, type Element, isTag, isText } from "./dom";
import { isShown } from "./visible";

/** Elements that stand apart from the text beside them. */
export const BLOCK = new Set(
  `address article aside br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr li main nav ol p pre section table tbody td tfoot th thead tr ul`.split(/\s+/),
);

const shown = (node: AnyNode): string => {
  if (isText(node)) return node.data.replace(/\s+/g, " ");
  if (!isTag(node) || !isShown(node)) return "";
  const text = node.children.map(shown).join("");
  return BLOCK.has(node.name) ? `\n${text}\n` : text;
};

/** Text as it is seen: what is folded or hidden left out, blocks on lines of their own. */
export const innerText = (e: Element): string =>
  e.children
    .map(shown)
    .join("")
    .replace(/ ?\n[\s]*/g, "\n")
    .replace(/ +/g, " ")
    .trim();
