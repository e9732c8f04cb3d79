import { LRUCache } from "lru-cache";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { identityOf } from "~/erp/identity";
import { useFrame } from "./shell/frame";

// Lists are opened again and again: by another tab, by way of back, by people with the same rights.
const drawn = new LRUCache<string, Buffer>({
  maxSize: 24_000_000,
  sizeCalculation: (html, by) => html.length + by.length,
});

const PLACE = /<i data-part="(\d+)"><\/i>/;

/** HTML with the kept parts in their places, in pieces: their bytes are not copied through text. */
export const withParts = (html: string, parts: readonly Buffer[]): (string | Buffer)[] =>
  html.split(PLACE).map((piece, i) => (i % 2 ? (parts[Number(piece)] ?? "") : piece));

/**
 * A part of a page that React draws once as long as everything that it depends on stays the same.
 * @param by all of that: texts, and objects that count as the same when they are the very same one;
 *   what it does not name may have no say, contexts neither
 */
export function Kept({ by, children }: KeptProps) {
  const { parts } = useFrame();
  const key = by.map((b) => (typeof b === "object" ? `#${identityOf(b)}` : b)).join("\n");
  let html = drawn.get(key);
  if (!html) {
    html = Buffer.from(renderToStaticMarkup(children()));
    drawn.set(key, html);
  }
  return <i data-part={parts.push(html) - 1} />;
}

interface KeptProps {
  by: readonly (string | object | undefined)[];
  children: () => ReactElement;
}
