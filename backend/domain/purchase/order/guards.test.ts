import { expect, it } from "vitest";
import { Refusal } from "#backend/platform/http/refusal";
import { today } from "#backend/platform/values/calendar";
import { voidOrder } from "../closing/void-order";
import { requireDue } from "./approval";
import { openings } from "./purchase-order";

const caller = {
  userId: "1",
  username: "buyer",
  displayname: "采购员",
  deptId: null,
  tenantId: "1",
  roles: [],
  permissions: new Set<string>(),
  scope: { kind: "all" as const },
};

const line = {
  qty: 10,
  signedQty: 0,
  returnQty: 0,
  replenishQty: 0,
  exchangeQty: 0,
  openQty: 10,
  owedReplenishQty: 0,
  owedExchangeQty: 0,
};
const row = { no: "CG1", requestedAmount: "0", paidAmount: "0", items: [line] };
const open = { delivery: null, sign: null, return: null, exchange: null, change: null };
const scene = { row, open, contract: undefined };
const voided = (more: object) => voidOrder.guard?.({ ...scene, ...more }, { caller });

it("an order ends with nothing but a signed contract on it", () => {
  const on = (status: string) => voided({ contract: { id: "1", no: "HT1", status } });
  for (const status of ["draft", "rejected", "auditing", "approved"])
    expect(on(status), status).toBe("采购单已生成合同HT1，请先作废合同");
  expect(on("signed")).toBeFalsy();
  expect(voided({})).toBeFalsy();
});

it("goods, deliveries, money and changes keep an order from being void, in this order", () => {
  const late = { open: { ...open, delivery: "SH1", change: "BG1" } };
  const paid = { row: { ...row, paidAmount: "0.01" } };
  const came = { row: { ...paid.row, items: [{ ...line, signedQty: 1 }] } };
  expect(voided({ ...late, ...came })).toBe("采购单CG1已有到货，不能作废，请使用关闭");
  expect(voided({ ...late, ...paid })).toBe("存在未签收的送货单SH1，请先签收或作废");
  expect(voided(paid)).toBe("采购单CG1存在请款或付款，不能作废");
  expect(voided({ open: { ...open, change: "BG1" } })).toBe("存在审批中的变更单BG1");
});

it("an order may be due today, not yesterday", () => {
  expect(() => requireDue({ expectDate: today() })).not.toThrow();
  expect(() => requireDue({ expectDate: today(-1) })).toThrow(Refusal);
});

it("nothing is made of an order that has nothing for it", () => {
  const said = (action: string, more: object) =>
    openings.find((t) => t.action === action)?.guard?.({ ...scene, ...more }, { caller }) || null;
  const of = (more: object) => ({ row: { ...row, items: [{ ...line, ...more }] } });
  expect(said("toReturn", {})).toBe("退货数量超过可退数量0");
  expect(said("toExchange", of({ signedQty: 2, returnQty: 1, exchangeQty: 1 }))).toBe("退货数量超过可退数量0");
  expect(said("toReturn", of({ signedQty: 2, returnQty: 1 }))).toBeNull();
  expect(said("toPlan", of({ openQty: 0 }))).toBe("没有待到货数量");
  expect(said("toDelivery", {})).toBeNull();
  expect(said("toDelivery", of({ openQty: 0, owedReplenishQty: 1 }))).toBeNull();
  expect(said("change", { open: { ...open, change: "BG1" } })).toBe("存在审批中的变更单BG1");
  expect(said("toContract", { contract: { id: "1", no: "HT1", status: "draft" } })).toBe("采购单已生成合同HT1");
});
