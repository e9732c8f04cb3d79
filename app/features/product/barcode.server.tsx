import { toSVG } from "bwip-js/node";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const draw = (text: string) => toSVG({ bcid: "code128", text, height: 12, includetext: true, textxalign: "center" });

const figure = (text: string, svg: string) => (
  <figure className="barcode" role="img" aria-label={text} dangerouslySetInnerHTML={{ __html: svg }} />
);

/** A Code 128 bar code with its text below, as Amazon asks for on FNSKU labels. */
export const Barcode = ({ text }: { text: string }) => figure(text, draw(text));

/**
 * The same bar code for many labels of one page: drawn with the first (`name` is its id there), the
 * others refer to it, because a drawing weighs 8 KB.
 */
export function barcodes(text: string, name: string): (index: number) => ReactNode {
  const [, head = "", bars = ""] = /^(<svg[^>]*>)([\s\S]*)<\/svg>/.exec(draw(text)) ?? [];
  const first = `${head}<g id="${name}">${bars}</g></svg>`;
  const again = `${head}<use href="#${name}"/></svg>`;
  return (index) => figure(text, index === 0 ? first : again);
}

/** So many labels as HTML; all after the first are the same, and drawn once: ten thousand would hold everybody up. */
export function copies(count: number, draw: (index: number) => ReactElement): string[] {
  const again = renderToStaticMarkup(draw(1));
  return Array.from({ length: count }, (_, index) => (index ? again : renderToStaticMarkup(draw(0))));
}
