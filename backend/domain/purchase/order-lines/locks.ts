import type { RuleContext } from "#backend/engine/documents";
import { keep, lockIds } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { contractOf } from "./open-documents";

/** Orders that stand on a contract, by their ids. */
const ordersOn = async ({ sql }: RuleContext, contractId: string | undefined) => {
  const rows = await sql.query<{ id: string }>(
    `select po_id as id from purchase_contract_order
     where purchase_contract_id = $1 and del_flag = 0`,
    [contractId],
  );
  return rows.map((r) => r.id);
};

/**
 * Locks the contract of an order, then all orders on it: before the order itself is touched by what
 * reaches its contract.
 * @throws Refusal 409 when the order came onto another contract meanwhile
 */
export async function lockContractFirst(c: RuleContext, poId: string): Promise<void> {
  const contract = await contractOf(c, poId);
  await lockIds(c.sql, "purchase_contract", [contract?.id]);
  await lockIds(c.sql, "purchase_order", [poId, ...(await ordersOn(c, contract?.id))]);
  // Nobody puts a locked order on a contract: from here on it stays where it is.
  const now = await contractOf(c, poId);
  if (now && now.id !== contract?.id) throw conflict("单据状态已变更，请刷新后重试");
}

/** Locks the live plans of an order: before the order by what ends them with it. */
export const lockPlansFirst = ({ sql, tenantId }: RuleContext, poId: string) =>
  sql.query(
    `select id from delivery_plan
     where po_id = $1 and tenant_id = $2 and del_flag = 0
       and status in ('draft', 'confirmed', 'partDelivered', 'delivered')
     order by id ${keep(sql, "delivery_plan")}`,
    [poId, tenantId],
  );

/** Locks the SKUs of orders: before what they owe reaches the supplier, and `refreshOrder` the SKUs. */
export const lockGoods = ({ sql }: RuleContext, poIds: readonly string[]) =>
  sql.query(
    `select id from sku where id in (
       select sku_id from purchase_order_line where purchase_order_id = any($1::bigint[]))
     order by id ${keep(sql, "sku")}`,
    [poIds],
  );
