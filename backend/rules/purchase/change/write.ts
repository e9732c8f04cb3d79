import type { HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import type { RuleContext } from "../../../documents/rules";
import { sealsOf } from "../order-lines/seals";
import type { Merged } from "./lines";
import type { Present } from "./present";

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

const columns = (l: Merged) => ({
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
export async function writeMerged(
  c: RuleContext,
  order: HeadOf<typeof purchaseOrder>,
  present: readonly Present[],
  merged: readonly Merged[],
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
      JSON.stringify(added.map((l) => ({ ...l, seal: seals.get(l.sku_id) ?? null }))),
    ],
  );
}
