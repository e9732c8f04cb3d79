import { expect, it } from "vitest";
import { reportFile } from "#documents/base/report-file";
import { permissionsOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { voc } from "#documents/service/voc";
import type { DetailState } from "./load.server";
import { arranged, type Operation, operationsOf } from "./operations";

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

it("a next step that asks for nothing is done at once, unless something is to be considered first", () => {
  const atOnce = (row: object) => {
    const detail = { row: { id: "1", version: 0, ...row }, permissions: permissionsOf(voc).map((p) => p.code) };
    const all = operationsOf({ document: voc, detail: detail as unknown as DetailState, url: "/voc" });
    return names(all.filter((o) => o.atOnce));
  };
  expect(atOnce({ status: "draft" })).toEqual(["submit"]);
  expect(atOnce({ status: "draft", warned: { submit: "请确认是否重复" } })).toEqual([]);
});

it("what another document's page does is not offered", () => {
  const offered = (kind: string) => {
    const row = { id: "1", version: 0, status: "changed", kind };
    const detail = { row, permissions: permissionsOf(reportFile).map((p) => p.code) };
    return names(operationsOf({ document: reportFile, detail: detail as unknown as DetailState, url: "/file" }));
  };
  expect(offered("storage")).toContain("accept");
  expect(offered("settlement")).not.toContain("accept");
});
