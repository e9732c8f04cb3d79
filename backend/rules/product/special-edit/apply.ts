import { documents } from "#documents";
import type { RowOf } from "#documents/kit";
import type { skuSpecialEdit } from "#documents/product/sku-special-edit";
import { headColumn, snake } from "../../../documents/names";
import type { RuleContext } from "../../../documents/rules";
import { writeOperLog } from "../../../logs/oper-log";
import type { Change } from "./changes";

/** openDocs: drafts that copied the SKU copy it again; submitted documents never change. */
async function refreshDrafts({ sql }: RuleContext, skuId: string) {
  for (const d of documents)
    for (const l of Object.values(d.lines ?? {})) {
      if (!d.flow || d.name === "sku" || !l.fields.skuId || !l.fields.skuName) continue;
      await sql.query(
        `update ${l.table} l set sku_name = k.name from sku k, ${d.table} h
         where k.id = $1 and l.sku_id = k.id and h.id = l.${headColumn(d)}
           and h.status in ('draft', 'rejected') and l.sku_name is not null`,
        [skuId],
      );
    }
}

/** Writes the changes into the SKU and its history. */
export async function applyChanges(
  c: RuleContext,
  row: RowOf<typeof skuSpecialEdit>,
  changes: readonly Change[],
): Promise<void> {
  const record = Object.fromEntries(changes.map((x) => [snake(x.field), x.new]));
  const sets = Object.keys(record).map((n) => `${n} = x.${n}`);
  await c.sql.query(
    `update sku t set ${sets.join(", ")}, version = t.version + 1, update_time = now()
     from jsonb_populate_record(null::sku, $2::jsonb) x where t.id = $1`,
    [row.skuId, JSON.stringify(record)],
  );
  await writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: "sku",
    bizId: row.skuId,
    action: `特殊编辑 ${row.no}`,
    diff: Object.fromEntries(changes.map((x) => [x.field, [x.old, x.new]])),
    operator: c.caller,
  });
  if (row.effectiveScope === "openDocs") await refreshDrafts(c, row.skuId);
}
