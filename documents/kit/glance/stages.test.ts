import { expect, it } from "vitest";
import { inspection } from "../../purchase/inspection";
import { purchaseOrder } from "../../purchase/purchase-order";
import { requisition } from "../../purchase/requisition";
import { supplier } from "../../supplier/supplier";
import { ofRow, type Stage, stagesOf } from "./stages";

const marks = { done: "✓", current: "●", open: "○" } as const;
const drawn = (stages: Stage[]) => stages.map((s) => `${marks[s.place]}${s.label}`).join(" ");

it("what was passed, where it is and what is to come", () => {
  expect(drawn(stagesOf(purchaseOrder.status, "approved"))).toBe("✓草稿 ✓审批中 ●待签合同 ○执行中 ○已完成");
  expect(drawn(stagesOf(purchaseOrder.status, "completed"))).toMatch(/●已完成$/);
});

it("a state beside the way stands where the way was left", () => {
  const left = stagesOf(purchaseOrder.status, "void", ["approved", "executing"]);
  expect(drawn(left)).toBe("✓草稿 ✓审批中 ✓待签合同 ●已作废");
  expect(drawn(stagesOf(purchaseOrder.status, "closed", ["executing"]))).toBe(
    "✓草稿 ✓审批中 ✓待签合同 ✓执行中 ●已关闭",
  );
});

it("what goes on from beside the way has its stations still to come", () => {
  expect(drawn(stagesOf(requisition.status, "rejected"))).toBe("✓草稿 ✓审批中 ●已驳回 ○待转采 ○已转采 ○已完成");
  expect(drawn(stagesOf(inspection.status, "done"))).toBe("✓待质检 ✓质检中 ●已质检");
  expect(drawn(stagesOf(inspection.status, "auditing"))).toBe("✓待质检 ✓质检中 ●让步审批中 ○已质检");
  expect(drawn(stagesOf(supplier.status, "frozen", ["approved"]))).toBe("✓草稿 ✓审批中 ✓合作中 ●已冻结");
});

it("a state that the document does not know has no station", () => {
  expect(stagesOf(purchaseOrder.status, "unheard")).toEqual([]);
});

it("rows with a way of their own show that one", () => {
  const values = { draft: { label: "草稿" }, booked: { label: "已入账" }, asked: { label: "审批中" } };
  const paths = { by: "kind", of: { correction: ["draft", "asked"] } };
  const status = { field: "status", initial: "draft", editable: ["draft"], values, path: ["draft", "booked"], paths };
  const wayOf = (kind: string) => stagesOf(ofRow(status, { kind }), "draft").map(({ state }) => state);
  expect(wayOf("correction")).toEqual(["draft", "asked"]);
  expect(wayOf("stock")).toEqual(["draft", "booked"]);
});
