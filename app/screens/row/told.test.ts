import { expect, it } from "vitest";
import { purchaseChange } from "#documents/purchase/purchase-change";
import { requisition } from "#documents/purchase/requisition";
import { lineChanges, valueText } from "./told";

const { items } = requisition.lines;

it("rows of a document are told one by one, and those that stayed are not", () => {
  const was = [
    { id: "1", skuId: "7", qty: 10, estPrice: "2.0000" },
    { id: "2", skuId: "8", qty: 5, estPrice: null },
  ];
  expect(lineChanges(items, was, was)).toEqual([]);
  const now = [
    { id: "1", skuId: "7", qty: 20, estPrice: "2" },
    { skuId: "9", qty: 1 },
  ];
  expect(lineChanges(items, was, now)).toEqual(["删除第2行", "第1行：请购数量 10 → 20", "新增第2行"]);
});

it("codes are said in the words of their field", () => {
  const { changeTypes } = purchaseChange.fields;
  expect(valueText(changeTypes, ["date", "fee"])).toBe("交期、费用");
  expect(valueText(requisition.fields.reqType, "urgent")).toBe("加急");
  expect(valueText(undefined, null)).toBe("空");
});
