import type { RowOf } from "#documents/kit";
import type { purchaseChange } from "#documents/purchase/purchase-change";
import type { RuleContext } from "../../../documents/rules";
import { writeOperLog } from "../../../logs/oper-log";
import { bookOrder } from "../../../payables/book-order";
import { contractAfterChange } from "../contract/change";
import { addOrdered, type SourceQty, type Sources } from "../demand/order-sources";
import { refreshOrder } from "../order-lines/chain";
import { settleFees } from "../order-lines/late-fees";
import { lockGoods } from "../order-lines/locks";
import type { OnContract } from "../order-lines/open-documents";
import { inBase } from "../order-lines/totals";
import { newHead } from "./amounts";
import type { Present } from "./present";
import { keepRevision } from "./revision";
import type { Found, Worked } from "./work";
import { writeMerged } from "./write";

type Change = RowOf<typeof purchaseChange>;

/** What the change takes from or gives back to the sources of the lines; an added line has none. */
export const sourceDiffs = (present: readonly Present[], lines: Change["items"]): SourceQty[] =>
  present.flatMap((p) => {
    const line = lines.find((l) => l.poLineId === p.id);
    const qty = line ? line.newQty - p.qty : 0;
    return qty ? [{ awardId: p.awardId, turnLineId: p.turnLineId, qty }] : [];
  });

/** Header of the order after the change, as its next revision. */
async function writeHead(c: RuleContext, row: Change, { order }: Found, { totals }: Worked) {
  const head = newHead(order, row);
  const codes = await c.sql.one<{ codes: string | null }>(
    `select string_agg(distinct sku_code, ' ') as codes from purchase_order_line
     where purchase_order_id = $1 and del_flag = 0`,
    [order.id],
  );
  await c.sql.query(
    `update purchase_order set warehouse_id = $2, freight_amount = $3, other_amount = $4,
       discount_amount = $5, deposit_rate = $6, goods_amount = $7, tax_amount = $8,
       order_amount = $9, base_amount = $10, total_qty = $11, sku_codes = $12,
       revision = revision + 1, version = version + 1, update_by = $13, update_time = now()
     where id = $1`,
    [
      order.id,
      head.warehouseId,
      head.freightAmount,
      head.otherAmount,
      head.discountAmount,
      head.depositRate,
      totals.goodsAmount,
      totals.taxAmount,
      totals.orderAmount,
      inBase(totals.orderAmount, order.rate),
      totals.totalQty,
      codes?.codes,
      c.caller.userId,
    ],
  );
}

interface Scene extends Found {
  row: Change;
  sources: Sources;
  contract?: OnContract | undefined;
}

/** An approved change takes effect on its locked order (supply.md 3). */
export async function applyChange(c: RuleContext, scene: Scene, worked: Worked): Promise<void> {
  const { row, order, present, sources, contract } = scene;
  await keepRevision(c, order, present, row.id);
  await addOrdered(c, sources);
  await writeMerged(c, order, present, worked.merged);
  await writeHead(c, row, scene, worked);
  await writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: "purchase_order",
    bizId: order.id,
    action: `变更单${row.no}生效`,
    operator: c.caller,
  });
  if (contract) await contractAfterChange(c, contract.id);
  // Fees and discount of an order that has received something are owed as they are now.
  await lockGoods(c, [order.id]);
  const source = { document: "purchase_change", id: row.id, no: row.no };
  await settleFees(c, order.id, source);
  await bookOrder(c, order.id, source);
  // SKUs of dropped lines are on order no more either.
  await refreshOrder(
    c,
    order.id,
    present.map((p) => p.skuId),
  );
}
