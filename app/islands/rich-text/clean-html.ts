const ALLOWED = new Set(
  "P,DIV,BR,B,STRONG,I,EM,U,S,UL,OL,LI,A,BLOCKQUOTE,H2,H3,H4,PRE,CODE,TABLE,THEAD,TBODY,TR,TH,TD".split(","),
);
const DROPPED = new Set(["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT", "SVG", "MATH", "NOSCRIPT"]);
const LINK = /^(https?:|mailto:|tel:|\/)/i;

/**
 * Parses HTML without running it and keeps plain structure only: what somebody pastes brings no
 * styles, scripts or pictures. The server cleans once more; this keeps the editor honest.
 */
export function cleanHtml(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const out = document.createDocumentFragment();
  copy(parsed.body, out);
  return out;
}

function copy(from: Node, to: Node): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(node.nodeValue ?? ""));
    if (!(node instanceof Element)) continue;
    const tag = node.nodeName.toUpperCase();
    if (DROPPED.has(tag)) continue;
    if (!ALLOWED.has(tag)) {
      copy(node, to);
      continue;
    }
    const element = document.createElement(tag);
    const href = node.getAttribute("href");
    if (tag === "A" && href && LINK.test(href)) element.setAttribute("href", href);
    copy(node, to.appendChild(element));
  }
}
