import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { lockOrders } from "./chain";
import { contractOf } from "./open-documents";

/*
 * Whoever locks several of them locks in this order, each kind in ascending order of its ids:
 * a change, a delivery → its receipt → the inspection → returns and exchanges → plans → the contract →
 * orders → lines of orders → awards, turn lines, requisition lines → stock → SKUs → suppliers. Two
 * writes then wait for each other instead of one being given up.
 */

const first = new WeakMap<RuleContext, string | undefined>();

/**
 * Locks the contract of an order, then all orders on it: before the order itself is touched by what
 * reaches its contract.
 */
export async function lockContractFirst(c: RuleContext, poId: string): Promise<void> {
  const contract = await contractOf(c, poId);
  first.set(c, contract?.id);
  await c.sql.query("select id from purchase_contract where id = $1 for no key update", [
    contract?.id,
  ]);
  const on = await c.sql.query<{ id: string }>(
    `select po_id as id from purchase_contract_order
     where purchase_contract_id = $1 and del_flag = 0`,
    [contract?.id],
  );
  await lockOrders(c, [poId, ...on.map((o) => o.id)]);
}

/** The contract of a locked order. @throws Refusal 409 when it came after `lockContractFirst` */
export async function lockedContract(c: RuleContext, poId: string) {
  const contract = await contractOf(c, poId);
  if (first.has(c) && contract && contract.id !== first.get(c))
    throw conflict("单据状态已变更，请刷新后重试");
  return contract;
}

/** Locks the live plans of an order: before the order by what ends them with it. */
export const lockPlansFirst = ({ sql, tenantId }: RuleContext, poId: string) =>
  sql.query(
    `select id from delivery_plan
     where po_id = $1 and tenant_id = $2 and del_flag = 0
       and status in ('draft', 'confirmed', 'partDelivered', 'delivered')
     order by id for no key update`,
    [poId, tenantId],
  );

/** Locks the SKUs of orders: before what they owe reaches the supplier, and `refreshOrder` the SKUs. */
export const lockGoods = ({ sql }: RuleContext, poIds: readonly string[]) =>
  sql.query(
    `select id from sku where id in (
       select sku_id from purchase_order_line where purchase_order_id = any($1::bigint[]))
     order by id for no key update`,
    [poIds],
  );
