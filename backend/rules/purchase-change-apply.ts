import type { Row, RuleContext, Values } from "../documents/rules";
import { writeOperLog } from "../logs/oper-log";
import type { Present } from "./purchase-change-lines";
import { newHead } from "./purchase-change-lines";
import { contractAfterChange } from "./purchase-contract-change";
import { refreshOrder } from "./purchase-order-chain";
import { sealsOf } from "./purchase-order-lines";
import { inBase } from "./purchase-order-totals";
import { orderSources, type SourceQty } from "./purchase-sources";

/** What the change takes from or gives back to the sources of the lines; an added line has none. */
export const sourceDiffs = (present: readonly Present[], lines: readonly Values[]): SourceQty[] =>
  present.flatMap((p) => {
    const line = lines.find((l) => String(l.poLineId ?? "") === p.id);
    const qty = line ? Number(line.newQty) - p.qty : 0;
    return qty ? [{ awardId: p.awardId, turnLineId: p.turnLineId, qty }] : [];
  });

const HEAD = [
  "warehouseId",
  "warehouseName",
  "freightAmount",
  "otherAmount",
  "discountAmount",
  "depositRate",
  "orderAmount",
  "totalQty",
];

/** Keeps the version that is about to be replaced. */
const keepRevision = (c: RuleContext, order: Row, present: readonly Present[], changeId: string) =>
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

const COLUMNS = `qty int, price numeric, tax_rate numeric, price_incl_tax numeric,
  amount_excl_tax numeric, tax_amount numeric, amount numeric, fee_share numeric, expect_date date`;
const NAMES = COLUMNS.split(",").map((col) => col.trim().split(" ")[0] as string);

const columns = (l: Values) => ({
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

async function writeMerged(
  c: RuleContext,
  order: Row,
  present: readonly Present[],
  merged: Values[],
) {
  const kept = merged.filter((l) => l.id);
  const dropped = present.filter((p) => !kept.some((l) => l.id === p.id));
  await c.sql.query("update purchase_order_line set del_flag = 1 where id = any($1::bigint[])", [
    dropped.map((p) => p.id),
  ]);
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
      JSON.stringify(added.map((l) => ({ ...l, seal: seals.get(String(l.sku_id)) ?? null }))),
    ],
  );
}

/** An approved change takes effect on its locked order (supply.md 3). */
export async function applyChange(
  c: RuleContext,
  change: Row,
  order: Row,
  present: readonly Present[],
  merged: Values[],
  totals: Values,
): Promise<void> {
  await keepRevision(c, order, present, change.id);
  await orderSources(c, sourceDiffs(present, change.items as Row[]));
  await writeMerged(c, order, present, merged);
  const head = newHead(order, change);
  const codes = await c.sql.one<{ codes: string }>(
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
  await writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: "purchase_order",
    bizId: order.id,
    action: `变更单${change.no}生效`,
    operator: c.caller,
  });
  await contractAfterChange(c, order.id);
  // SKUs of dropped lines are on order no more either.
  await refreshOrder(
    c,
    order.id,
    present.map((p) => p.skuId),
  );
}
