import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { defaults, withoutBlankRows } from "./values";

const order = documentNamed("purchase_order");

it("a new form begins with one empty row where there must be one", () => {
  expect(defaults(order).items).toEqual([{}]);
  expect(defaults(documentNamed("supplier")).accounts).toEqual([]);
  expect(defaults(documentNamed("requisition_cancel")).items).toEqual([]);
});

it("empty rows at the end are not saved; others keep their place", () => {
  const typed = { skuId: "A-1", qty: "2" };
  const rows = (...items: object[]) => withoutBlankRows(order, { items }).items;
  expect(rows({ skuId: "", qty: "", id: null }, {})).toEqual([]);
  expect(rows({}, typed, {}, { qty: "" })).toEqual([{}, typed]);
  expect(rows(typed, { id: "7" })).toEqual([typed, { id: "7" }]);
  expect(rows({ skuId: "", remark: "样" })).toHaveLength(1);
});
