import { expect, it } from "vitest";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { arranged, type Operation } from "./operations";

const offer = (name: string, more: Partial<Operation> = {}): Operation => ({
  name,
  label: name,
  href: "#",
  reason: null,
  ...more,
});
const names = (all: Operation[]) => all.map((o) => o.name);

it("the next step is filled and first; what destroys is last and never filled", () => {
  const all = [
    offer("edit"),
    offer("void", { danger: true }),
    offer("toReturn"),
    offer("change"),
    offer("toDelivery", { next: true }),
  ];
  const { shown, more, first } = arranged(purchaseOrder, all, "executing");
  expect(first).toBe("toDelivery");
  expect(names(shown)).toEqual(["toDelivery", "edit", "toReturn", "change"]);
  expect(names(more)).toEqual(["void"]);
});

it("where nothing is to be done nothing is filled", () => {
  const all = [offer("toReturn"), offer("toDelivery", { next: true, reason: "没有待到货数量" })];
  expect(arranged(purchaseOrder, all, "completed").first).toBeUndefined();
});

it("where something is missing for the next step, editing is what comes next", () => {
  const all = [offer("edit"), offer("submit", { next: true, reason: "请至少添加一条明细" })];
  expect(arranged(purchaseOrder, all, "draft").first).toBe("edit");
});
