import { toSVG } from "bwip-js/node";
import type { ReactNode } from "react";

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
