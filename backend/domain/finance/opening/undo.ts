import { writeLines } from "#backend/domain/logistics/transfer/lines";
import { lockGoods } from "#backend/domain/purchase/order-lines/locks";
import { refreshOnOrder, refreshOpenAmount } from "#backend/domain/purchase/order-lines/totals";
import { lockWhole, moveTo, type RuleContext } from "#backend/engine/documents";
import { lockIds, pickRow } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import { documentNamed, isDeclared } from "#documents";
import { transfer } from "#documents/logistics/transfer";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { addPaidBefore } from "./debts";
import type { OpeningRow } from "./lines";
import type { StandsOn } from "./work";

const HISTORY = "撤销期初";

/** Ids of documents that an opening made. */
const madeOf = (row: OpeningRow, kind: "purchase_order" | "transfer"): string[] => [
  ...new Set(
    kind === "transfer" ? row.transits.flatMap((l) => l.transferId ?? []) : row.purchases.flatMap((l) => l.poId ?? []),
  ),
];

const labelOf = (name: string) => (isDeclared(name) ? documentNamed(name).label : "单据");

/** The first posting in a pool of this opening that came after it. */
const laterMove = ({ sql, tenantId }: RuleContext, row: OpeningRow) =>
  sql.one<StandsOn>(
    `with mine as (
       select warehouse_id, sku_id, max(id) as last from stock_move
       where tenant_id = $1 and biz_type = 'opening'
         and (biz_document = 'opening' and biz_id = $2 or biz_document = 'transfer' and biz_id = any($3::bigint[]))
       group by 1, 2)
     select m.biz_document as document, m.biz_no as no, s.sku_code as on
     from mine join stock_move m on m.warehouse_id = mine.warehouse_id and m.sku_id = mine.sku_id
         and m.id > mine.last
       join sku s on s.id = m.sku_id
     where not (m.biz_document = 'transfer' and m.biz_id = any($3::bigint[])) order by m.id limit 1`,
    [tenantId, row.id, madeOf(row, "transfer")],
  );

/** The first document that stands on an order or a transfer that this opening made. */
const laterDocument = ({ sql, tenantId }: RuleContext, row: OpeningRow) =>
  sql.one<StandsOn>(
    `select l.to_type as document, l.to_id::text as no, coalesce(o.no, t.no, '') as on
     from doc_link l
       left join purchase_order o on l.from_type = 'purchase_order' and o.id = l.from_id
       left join transfer t on l.from_type = 'transfer' and t.id = l.from_id
       left join opening q on l.to_type = 'opening' and q.id = l.to_id
       left join payment_request r on l.to_type = 'payment_request' and r.id = l.to_id
     where l.tenant_id = $1 and q.status is distinct from 'undone'
       and r.status is distinct from 'void' and coalesce(r.del_flag, 0) = 0
       and (l.from_type = 'opening' and l.from_id = $4 and l.to_type = 'payment_request' or l.from_type = 'purchase_order' and l.from_id = any($2::bigint[])
         or l.from_type = 'transfer' and l.from_id = any($3::bigint[]))
     order by l.to_type, l.to_id limit 1`,
    [tenantId, madeOf(row, "purchase_order"), madeOf(row, "transfer"), row.id],
  );

async function numberOf({ sql }: RuleContext, { document, no: id }: StandsOn): Promise<string> {
  if (!isDeclared(document)) return "";
  const { table, number } = documentNamed(document);
  const found = number ? await pickRow<{ no: string }>(sql, table, id, ["no"]) : undefined;
  return found?.no ?? "";
}

/** What openings make, as the sentence about it calls it. */
const MADE_AS: Partial<Record<OpeningRow["kind"], string>> = {
  purchase: "期初采购单",
  transit: "期初调拨单",
  platformOrder: "平台订单",
  promo: "期初红人测评",
};

/** Why an opening cannot be taken back: what stands on it, by its number. */
export async function standsOn(
  c: RuleContext,
  row: OpeningRow,
  more?: (c: RuleContext, row: OpeningRow) => Promise<StandsOn | undefined>,
): Promise<string | undefined> {
  await lockIds(c.sql, "purchase_order", madeOf(row, "purchase_order"));
  await lockIds(c.sql, "transfer", madeOf(row, "transfer"));
  const move = await laterMove(c, row);
  if (move) return `SKU ${move.on} 已有${labelOf(move.document)}${move.no}，不能撤销`;
  const next = (await laterDocument(c, row)) ?? (await more?.(c, row));
  if (!next) return undefined;
  return `${MADE_AS[row.kind] ?? "期初单"} ${next.on || row.no} 已有${labelOf(next.document)}${await numberOf(c, next)}，不能撤销`;
}

/** Transfers and orders that an opening made end as void. */
async function voidMade(c: RuleContext, row: OpeningRow): Promise<void> {
  const transfers = madeOf(row, "transfer");
  for (const id of transfers) {
    const { items } = await lockWhole(c, transfer, id, { anyScope: true });
    await writeLines(
      c,
      id,
      items.map((line) => ({ ...line, shippedQty: 0, outAmount: "0.00" })),
    );
  }
  await moveTo(c, transfer, transfers, "void", HISTORY);
  const orders = madeOf(row, "purchase_order");
  await moveTo(c, purchaseOrder, orders, "void", HISTORY);
  if (!orders.length) return;
  await refreshOnOrder(
    c,
    row.purchases.flatMap((l) => l.skuId ?? []),
  );
  for (const id of new Set(row.purchases.flatMap((l) => l.supplierId ?? []))) await refreshOpenAmount(c, id);
}

/**
 * Takes back what an opening entered and made, by the one procedure that deletes rows of ledgers
 * (migration 0231). Its phase is held and its row locked; nothing stands on it.
 * @returns the rows that are gone
 */
export async function undoLines(c: RuleContext, row: OpeningRow): Promise<unknown> {
  const paid =
    row.kind === "prepaid" ? row.debts.flatMap((l) => (l.poId ? [{ id: l.poId, amount: l.amount }] : [])) : [];
  const orders = paid.map(({ id }) => id);
  await lockIds(c.sql, "purchase_order", orders);
  await lockGoods(c, orders);
  const undone = await c.sql.one<{ gone: unknown }>("select opening_undo($1, $2) as gone", [c.tenantId, row.id]);
  await addPaidBefore(
    c,
    paid.map(({ id, amount }) => ({ id, amount: dec(amount).times(-1).toFixed(2) })),
  );
  await voidMade(c, row);
  return undone?.gone;
}
