import { expect, test } from "vitest";
import { documentNamed } from "../..";
import { knownFigures } from "./unknown";

const requisition = documentNamed("purchase_requisition");
const row = (status: string, estAmount: string) => ({
  ...{ id: "1", status, estAmount, turnedQty: 0, reason: "0" },
  items: [{ qty: 0, turnedQty: 0 }],
});

test("what is derived is not known in a draft until it is worked out", () => {
  expect(knownFigures(requisition, row("draft", "0.00"))).toEqual({
    ...row("draft", "0.00"),
    ...{ estAmount: null, turnedQty: null, items: [{ qty: 0, turnedQty: null }] },
  });
  expect(knownFigures(requisition, row("draft", "12.50")).estAmount).toBe("12.50");
});

test("from the next state on a nought is a nought", () => {
  expect(knownFigures(requisition, row("approved", "0.00"))).toEqual(row("approved", "0.00"));
});
