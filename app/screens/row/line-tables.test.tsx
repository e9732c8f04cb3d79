import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { LineTables } from "./line-tables";

const headings = (line: object) => {
  const row = { id: "1", items: [{ id: "2", skuId: "3", goodQty: 4, badQty: 0, ...line }] };
  const html = renderToStaticMarkup(<LineTables document={documentNamed("transfer")} row={row} only="items" />);
  return [...html.matchAll(/<th[^>]*>(?!#)(.*?)<\/th>/g)].map((found) => found[1]);
};

it("a column that few documents need is there when a row has something in it", () => {
  const bare = headings({ fnsku: null, msku: "", feeAmount: "0.00" });
  expect(bare).toContain("良品");
  expect(bare).toContain("次品");
  for (const name of ["FNSKU", "MSKU", "头程", "备注"]) expect(bare.some((said) => said?.startsWith(name))).toBe(false);
  const full = headings({ fnsku: "X001", msku: "M-1", feeAmount: "0.05", remark: "0" });
  expect(full).toEqual(expect.arrayContaining(["FNSKU", "MSKU", "备注"]));
  expect(full.some((name) => name?.startsWith("头程"))).toBe(true);
});
