import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Barcode, barcodes } from "./barcode.server";

it("draws bars that differ by text and names them for readers, without a style attribute", () => {
  const one = renderToStaticMarkup(<Barcode text="X001ABCDEF" />);
  expect(one).toContain('aria-label="X001ABCDEF"');
  expect(one).toMatch(/<svg[\s\S]*<path/);
  expect(one).not.toContain("style=");
  expect(one).not.toEqual(renderToStaticMarkup(<Barcode text="X001ABCDEG" />));
});

it("draws the bars of many labels once", () => {
  const bars = barcodes("X001ABCDEF", "bars-7");
  const [first, next] = [0, 1].map((i) => renderToStaticMarkup(bars(i)));
  expect(first).toMatch(/<g id="bars-7">[\s\S]*<path/);
  expect(next).toMatch(/viewBox="0 0 290 85"[^>]*><use href="#bars-7"/);
  expect(next).not.toContain("<path");
});
