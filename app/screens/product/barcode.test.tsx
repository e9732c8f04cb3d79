import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Barcode } from "./barcode.server";

it("draws bars that differ by text and names them for readers, without a style attribute", () => {
  const one = renderToStaticMarkup(<Barcode text="X001ABCDEF" />);
  expect(one).toContain('aria-label="X001ABCDEF"');
  expect(one).toMatch(/<svg[\s\S]*<path/);
  expect(one).not.toContain("style=");
  expect(one).not.toEqual(renderToStaticMarkup(<Barcode text="X001ABCDEG" />));
});
