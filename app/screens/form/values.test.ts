import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { blankRowsLast, defaults, withoutBlankRows } from "./values";

const order = documentNamed("purchase_order");

it("a new form begins with some empty rows where there must be one", () => {
  expect(defaults(order).items).toEqual(Array.from({ length: 8 }, () => ({})));
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

it("what is only worked out or a default makes no row of a free table", () => {
  const rows = (...items: object[]) => withoutBlankRows(order, { items }).items;
  expect(rows({ skuName: "杯子", amount: "3.00" })).toEqual([]);
  expect(rows({ turnLineId: "5" })).toHaveLength(1);
  const checks = documentNamed("inspection");
  const sourced = { poLineCode: "CG1-1", rejectQty: "0" };
  expect(withoutBlankRows(checks, { items: [sourced] }).items).toEqual([sourced]);
});

it("empty rows go behind the others, and what is said of a row goes with it", () => {
  const typed = [{}, { skuId: "A" }, { qty: "" }, { skuId: "B" }, {}];
  const errors = { "items.3.skuId": "没有", "items.4.photo": "太大", reason: "必填" };
  const next = blankRowsLast(order, { values: { items: typed }, errors, more: 1 });
  expect(next.values.items).toEqual([{ skuId: "A" }, { skuId: "B" }, {}, {}, { qty: "" }]);
  expect(next.errors).toEqual({ "items.1.skuId": "没有", "items.2.photo": "太大", reason: "必填" });
  expect(next.more).toBe(1);
});
