import { patchMany, type RuleContext } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, round, scaleOf, sum } from "#backend/platform/values";
import type { HeadOf, LineDraft } from "#documents/kit";
import { capitals } from "#documents/kit/field/amount";
import type { ContractRow } from "#documents/purchase/contract-snapshot";
import type { purchaseContract } from "#documents/purchase/purchase-contract";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { lockOrders } from "../order-lines/chain";

type ContractOrder = HeadOf<typeof purchaseOrder>;
/** An order of a contract line. */
type OrderNamed = { readonly poId?: string | null };

/** Goods of one order as the contract prints them. */
export const goodsOf = ({ sql }: RuleContext, poId: string) =>
  sql.query<ContractRow>(
    `select coalesce(l.sku_code, k.sku_code) as "skuCode", coalesce(l.sku_name, k.name) as "skuName",
       l.spec, coalesce(l.unit, k.unit) as unit, l.qty, l.price::text as price,
       l.tax_rate::text as "taxRate", l.price_incl_tax::text as "priceInclTax",
       l.amount_excl_tax::text as "amountExclTax", l.tax_amount::text as "taxAmount",
       l.amount::text as amount, l.expect_date as "expectDate"
     from purchase_order_line l join sku k on k.id = l.sku_id
     where l.purchase_order_id = $1 and l.del_flag = 0 order by l.line_no, l.id`,
    [poId],
  );

/** Orders that are to be on a contract, and other contracts that they are on. */
export interface Chosen {
  orders: ContractOrder[];
  taken: ReadonlyMap<string, string>;
}

/** Orders of contract lines in their order, locked, with the living contract that each is on already. */
export async function chosenOrders(c: RuleContext, lines: readonly OrderNamed[], contractId?: string): Promise<Chosen> {
  const locked = await lockOrders(
    c,
    lines.map((l) => l.poId),
  );
  const taken = await c.sql.query<{ poId: string; no: string }>(
    `select l.po_id as "poId", h.no
     from purchase_contract_order l join purchase_contract h on h.id = l.purchase_contract_id
     where l.po_id = any($1::bigint[]) and l.del_flag = 0 and h.del_flag = 0
       and h.status not in ('void', 'terminated') and h.id is distinct from $2 order by h.id desc`,
    [locked.map((o) => o.id), contractId ?? null],
  );
  return {
    orders: lines.flatMap(({ poId }) => locked.find((o) => o.id === poId) ?? []),
    taken: new Map(taken.map((t) => [t.poId, t.no])),
  };
}

/**
 * Orders fit to be on one contract together (supply.md 3).
 * @throws Refusal 409 含税与不含税采购单不能合并签合同 | 供应商或币种不一致 | 采购单{no}未审批 |
 *   采购单已生成合同{no}
 */
export function requireOrders({ orders, taken }: Chosen): void {
  const [first] = orders;
  const twice = orders.findIndex((o, i) => orders.indexOf(o) !== i);
  if (twice >= 0) throw invalidAt(`orders.${twice}.poId`, "采购单重复");
  for (const o of orders) {
    if (o.status !== "approved") throw conflict(`采购单${o.no}未审批`);
    if (o.taxType !== first?.taxType) throw conflict("含税与不含税采购单不能合并签合同");
    if (o.supplierId !== first?.supplierId || o.currency !== first?.currency) throw conflict("供应商或币种不一致");
    if (o.companyId !== first?.companyId) throw conflict("采购主体不一致");
    if (taken.has(o.id)) throw conflict(`采购单已生成合同${taken.get(o.id)}`);
  }
}

/** Header values of a contract as a function of its orders (supply.md 3). */
export async function contractTotals(c: RuleContext, orders: readonly ContractOrder[]) {
  const [first] = orders;
  if (!first) throw conflict("请至少添加一条明细");
  const scale = await scaleOf(c, first.currency);
  const total = sum(orders.map((o) => o.orderAmount));
  const deposit = sum(orders.map((o) => round(dec(o.orderAmount).times(dec(o.depositRate)).div(100), scale)));
  const rates = new Set(orders.map((o) => dec(o.depositRate).toFixed(2)));
  return {
    contractType: first.taxType,
    supplierId: first.supplierId,
    companyId: first.companyId,
    buyerId: first.buyerId,
    currency: first.currency,
    supplierText: first.supplierText,
    poNos: orders.map((o) => o.no).join(" "),
    totalAmount: total,
    totalAmountCn: capitals(total),
    baseAmount: sum(orders.map((o) => o.baseAmount)),
    depositRate: rates.size === 1 ? ([...rates][0] ?? null) : null,
    depositAmount: deposit,
    balanceAmount: dec(total).minus(dec(deposit)).toFixed(2),
  };
}

/** What a contract has of its orders. */
export type Totals = Awaited<ReturnType<typeof contractTotals>>;

/** Fills number, amount and goods of each line of a contract from its order. */
export async function fillOrderLines(
  c: RuleContext,
  lines: readonly LineDraft<typeof purchaseContract, "orders">[],
  orders: readonly ContractOrder[],
) {
  for (const line of lines) {
    const order = orders.find((o) => o.id === line.poId);
    if (!order) continue;
    Object.assign(line, { poNo: order.no, amount: order.orderAmount, rows: await goodsOf(c, order.id) });
  }
}

/** Says on the orders of a contract where their contract stands. */
export async function setContractStatus(
  c: RuleContext,
  contractId: string,
  status: "none" | "auditing" | "approved" | "signed",
): Promise<void> {
  const on = await c.sql.query<{ id: string }>(
    `select po_id as id from purchase_contract_order
     where purchase_contract_id = $1 and del_flag = 0`,
    [contractId],
  );
  const orders = await lockOrders(
    c,
    on.map((o) => o.id),
  );
  await patchMany(
    c,
    purchaseOrder,
    orders.map((o) => o.id),
    { contractStatus: status },
  );
}
