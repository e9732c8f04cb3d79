import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { formFields } from "#documents/kit";
import { headOf, isSheet } from "./head";

const named = (name: string) => {
  const { first, more } = headOf(formFields(documentNamed(name), "add").filter(([n]) => n !== "remark"));
  return { first: first.map(([n]) => n), more };
};

it("what must be filled in stands above the rows, the rest keeps the headings of its groups", () => {
  const { first, more } = named("purchase_order");
  expect(first).toHaveLength(9);
  expect(first).toEqual(expect.arrayContaining(["supplierId", "expectDate", "tradeTerm"]));
  expect(more[0]).toMatchObject(["settleMethod", { section: "结算与费用" }]);
  expect(more.filter(([, f]) => f.required)).toEqual([]);
});

it("fields that never show together share their room", () => {
  const { first } = named("transfer");
  expect(first).toEqual(expect.arrayContaining(["shipmentId", "inboundNo", "bolNo", "feeShareType"]));
});

it("only rows that must be there make a form of rows", () => {
  expect(["purchase_order", "wms_sign"].map((name) => isSheet(documentNamed(name)))).toEqual([true, true]);
  expect(["supplier", "sku", "user"].map((name) => isSheet(documentNamed(name)))).toEqual([false, false, false]);
});
