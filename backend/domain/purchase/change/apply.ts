import { NOW, patch, plus, type RuleContext } from "#backend/engine/documents";
import { bookOrder } from "#backend/ledgers/payables/book-order";
import { patchRow } from "#backend/platform/db";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import type { HeadOf, RowOf } from "#documents/kit";
import type { purchaseChange } from "#documents/purchase/purchase-change";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { contractAfterChange } from "../contract/change";
import { addOrdered, type SourceQty, type Sources } from "../demand/order-sources";
import { refreshOrder } from "../order-lines/chain";
import { settleFees } from "../order-lines/late-fees";
import { lockGoods } from "../order-lines/locks";
import type { OnContract } from "../order-lines/open-documents";
import { sealsOf } from "../order-lines/seals";
import { inBase } from "../order-lines/totals";
import { type AmountFound, newHead, type Worked } from "./amounts";
import type { ChangeMerged, Present } from "./lines";

const TYPES = {
  qty: "int",
  price: "numeric",
  tax_rate: "numeric",
  price_incl_tax: "numeric",
  amount_excl_tax: "numeric",
  tax_amount: "numeric",
  amount: "numeric",
  fee_share: "numeric",
  expect_date: "date",
};
const NAMES = Object.keys(TYPES);
const COLUMNS = Object.entries(TYPES)
  .map((column) => column.join(" "))
  .join(", ");

const columns = (l: ChangeMerged) => ({
  id: l.id,
  sku_id: l.skuId,
  qty: l.qty,
  price: l.price,
  tax_rate: l.taxRate,
  price_incl_tax: l.priceInclTax,
  amount_excl_tax: l.amountExclTax,
  tax_amount: l.taxAmount,
  amount: l.amount,
  fee_share: l.feeShare,
  expect_date: l.expectDate,
  remark: l.remark ?? null,
});

/** Writes the lines of the order as they are after the change: dropped, changed, added. */
async function writeMerged(
  c: RuleContext,
  order: HeadOf<typeof purchaseOrder>,
  present: readonly Present[],
  merged: readonly ChangeMerged[],
) {
  const kept = merged.filter((l) => l.id);
  const dropped = present.filter((p) => !kept.some((l) => l.id === p.id));
  await patchRow(
    c.sql,
    "purchase_order_line",
    dropped.map((p) => p.id),
    { del_flag: 1 },
  );
  await c.sql.query(
    `update purchase_order_line l set ${NAMES.map((n) => `${n} = x.${n}`).join(", ")},
       version = l.version + 1, update_by = $2, update_time = now()
     from jsonb_to_recordset($1::jsonb) as x(id bigint, ${COLUMNS}) where l.id = x.id`,
    [JSON.stringify(kept.map(columns)), c.caller.userId],
  );
  const added = merged.filter((l) => !l.id).map(columns);
  if (!added.length) return;
  const seals = await sealsOf(
    c,
    added.map((l) => l.sku_id),
    order.supplierId,
  );
  await c.sql.query(
    `insert into purchase_order_line (tenant_id, create_by, purchase_order_id, line_no, sku_id,
       sku_code, sku_name, spec, unit, image_url, seal_sample_id, remark, ${NAMES.join(", ")})
     select $1, $2, $3, (select max(line_no) from purchase_order_line where purchase_order_id = $3)
         + row_number() over (),
       s.id, s.sku_code, s.name,
       case when jsonb_typeof(s.attrs) = 'object'
         then (select string_agg(key || ':' || value, ' ' order by key) from jsonb_each_text(s.attrs))
         else s.spec end,
       s.unit, s.images[1], x.seal, x.remark, ${NAMES.map((n) => `x.${n}`).join(", ")}
     from jsonb_to_recordset($4::jsonb) as x(sku_id bigint, seal bigint, remark text, ${COLUMNS})
       join sku s on s.id = x.sku_id`,
    [
      c.tenantId,
      c.caller.userId,
      order.id,
      JSON.stringify(added.map((l) => ({ ...l, seal: seals.get(l.sku_id) ?? null }))),
    ],
  );
}

type ChangeApplyOrder = HeadOf<typeof purchaseOrder>;

const HEAD = [
  "warehouseId",
  "warehouseName",
  "freightAmount",
  "otherAmount",
  "discountAmount",
  "depositRate",
  "orderAmount",
  "totalQty",
] as const satisfies (keyof ChangeApplyOrder)[];

/** Keeps the version that is about to be replaced. */
const keepRevision = (c: RuleContext, order: ChangeApplyOrder, present: readonly Present[], changeId: string) =>
  c.sql.query(
    `insert into purchase_order_revision
       (tenant_id, purchase_order_id, revision, change_id, snapshot, create_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      c.tenantId,
      order.id,
      order.revision,
      changeId,
      JSON.stringify({
        head: Object.fromEntries(HEAD.map((n) => [n, order[n]])),
        items: present.map((p) => ({
          lineNo: p.lineNo,
          skuCode: p.skuCode,
          skuName: p.skuName,
          qty: p.qty,
          price: p.price,
          taxRate: p.taxRate,
          amount: p.amount,
          expectDate: p.expectDate,
        })),
      }),
      c.caller.userId,
    ],
  );

type ChangeApplyChange = RowOf<typeof purchaseChange>;

/** What the change takes from or gives back to the sources of the lines; an added line has none. */
export const sourceDiffs = (present: readonly Present[], lines: ChangeApplyChange["items"]): SourceQty[] =>
  present.flatMap((p) => {
    const line = lines.find((l) => l.poLineId === p.id);
    const qty = line ? line.newQty - p.qty : 0;
    return qty ? [{ awardId: p.awardId, turnLineId: p.turnLineId, qty }] : [];
  });

/** Header of the order after the change, as its next revision. */
async function writeHead(c: RuleContext, row: ChangeApplyChange, { order }: AmountFound, { totals }: Worked) {
  const head = newHead(order, row);
  const codes = await c.sql.one<{ codes: string | null }>(
    `select string_agg(distinct sku_code, ' ') as codes from purchase_order_line
     where purchase_order_id = $1 and del_flag = 0`,
    [order.id],
  );
  await patch(c, purchaseOrder, order.id, {
    warehouseId: head.warehouseId,
    freightAmount: head.freightAmount,
    otherAmount: head.otherAmount,
    discountAmount: head.discountAmount,
    depositRate: head.depositRate,
    goodsAmount: totals.goodsAmount,
    taxAmount: totals.taxAmount,
    orderAmount: totals.orderAmount,
    baseAmount: inBase(totals.orderAmount, order.rate),
    totalQty: totals.totalQty,
    skuCodes: codes?.codes ?? null,
    revision: plus(1),
    version: plus(1),
    updateBy: c.caller.userId,
    updateTime: NOW,
  });
}

interface ChangeScene extends AmountFound {
  row: ChangeApplyChange;
  sources: Sources;
  contract?: OnContract | undefined;
}

/** An approved change takes effect on its locked order (supply.md 3). */
export async function applyChange(c: RuleContext, scene: ChangeScene, worked: Worked): Promise<void> {
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
