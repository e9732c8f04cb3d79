import type { RowOf } from "#documents/kit";
import { purchaseContract } from "#documents/purchase/purchase-contract";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { tieFiles } from "../../../files/tie";
import { invalidAt } from "../../../http/refusal";
import { lockOrders } from "../order-lines/chain";
import { chosenOrders, contractTotals, requireOrders, setContractStatus } from "./orders";
import { freezePicture } from "./picture";

type Contract = RowOf<typeof purchaseContract>;

const lock = async (c: RuleContext, { orders }: Contract) => ({
  orders: await lockOrders(
    c,
    orders.map((l) => l.poId),
  ),
});

const submit = transition(purchaseContract, "submit", {
  async lock(c, row) {
    const chosen = await chosenOrders(c, row.orders, row.id);
    return { chosen, totals: await contractTotals(c, chosen.orders) };
  },
  guard({ row, chosen, totals }) {
    requireOrders(chosen);
    return totals.totalAmount !== row.totalAmount && "采购单金额已变化，请重新保存合同";
  },
  effect: (c, { row }) => setContractStatus(c, row.id, "auditing"),
});

const returned = transition(purchaseContract, "returned", {
  lock,
  effect: (c, { row }) => setContractStatus(c, row.id, "none"),
});

const approved = transition(purchaseContract, "approved", {
  lock,
  async effect(c, { row }) {
    await freezePicture(c, row);
    await setContractStatus(c, row.id, "approved");
  },
});

const removed = transition(purchaseContract, "del", {
  lock,
  effect: (c, { row }) => setContractStatus(c, row.id, "none"),
});

/** @throws Refusal 400 at the files */
async function requireScans({ sql }: RuleContext, files: readonly string[]) {
  const other = await sql.one(
    `select 1 from sys_file where id = any($1::bigint[]) and type not in ('pdf', 'jpg', 'jpeg', 'png')`,
    [files],
  );
  if (other) throw invalidAt("signedFiles", "已签合同须为PDF、JPG或PNG文件");
}

/** 上传签署件: the orders begin to run. */
const sign = transition(purchaseContract, "sign", {
  lock,
  async effect(c, { row, orders }, { signDate, signedFiles }) {
    await requireScans(c, signedFiles);
    // Files of a version that a supplement replaced stay behind the new ones.
    await c.sql.query(
      `update purchase_contract set sign_date = $2, signed_files = $3 || signed_files where id = $1`,
      [row.id, signDate, signedFiles],
    );
    await tieFiles(c, { type: "purchase_contract", id: row.id }, signedFiles);
    const waiting = orders.filter((o) => o.status === "approved").map((o) => o.id);
    await moveTo(c, purchaseOrder, waiting, "executing", "合同已签署");
    await setContractStatus(c, row.id, "signed");
  },
});

/** A contract does not end while one of its orders runs. */
const ended = (action: "terminate" | "void") =>
  transition(purchaseContract, action, {
    lock,
    guard({ orders }) {
      const runs = orders.find((o) => o.status === "executing");
      return runs && `采购单${runs.no}仍在执行`;
    },
    effect: (c, { row }) => setContractStatus(c, row.id, "none"),
  });

export const transitions = [
  ...[submit, returned, approved, removed, sign],
  ...[ended("terminate"), ended("void")],
];
