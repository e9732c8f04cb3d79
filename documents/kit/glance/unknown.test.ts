import { expect, test } from "vitest";
import { documentNamed } from "../..";
import { knownBrief, knownFigures } from "./unknown";

const requisition = documentNamed("purchase_requisition");
const row = (status: string, estAmount: string) => ({
  id: "1",
  status,
  estAmount,
  turnedQty: 0,
  reason: "0",
  items: [{ qty: 0, turnedQty: 0 }],
});

test("what is derived is not known in a draft until it is worked out", () => {
  expect(knownFigures(requisition, row("draft", "0.00"))).toEqual({
    ...row("draft", "0.00"),
    estAmount: null,
    turnedQty: null,
    items: [{ qty: 0, turnedQty: null }],
  });
  expect(knownFigures(requisition, row("draft", "12.50")).estAmount).toBe("12.50");
});

test("from the next state on a nought is a nought", () => {
  expect(knownFigures(requisition, row("approved", "0.00"))).toEqual(row("approved", "0.00"));
});

test("pages that say a row's brief know no more of it", () => {
  const order = documentNamed("purchase_order");
  const said = { status: "draft", amount: "0.00", qty: 0, name: "CG1" };
  expect(knownBrief(order, said)).toEqual({ ...said, amount: null, qty: null });
  expect(knownBrief(order, { ...said, amount: "1.00" }).amount).toBe("1.00");
  expect(knownBrief(order, { ...said, status: "executing" }).qty).toBe(0);
});

test("a draft knows the zeros of figures that are worked out at every save", () => {
  const drawn = { ...requisition, glance: { drawn: ["estAmount", "turnedQty"] } };
  expect(knownFigures(drawn, row("draft", "0.00"))).toEqual(row("draft", "0.00"));
});
