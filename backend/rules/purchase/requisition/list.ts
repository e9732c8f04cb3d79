import type { HeadOf, LineOf } from "#documents/kit";
import type { requisition } from "#documents/purchase/requisition";
import type { RuleContext } from "../../../documents/rules";

/** SKU数 of requisitions, and 站点 of the store that each is for. */
export async function showRequisition(
  { sql }: RuleContext,
  rows: readonly HeadOf<typeof requisition>[],
) {
  const found = await sql.query<{ id: string; skuCount: number; site: string | null }>(
    `select r.id, i.site_code as site, (select count(distinct l.sku_id)::int
       from purchase_requisition_line l where l.purchase_requisition_id = r.id and l.del_flag = 0)
       as "skuCount"
     from purchase_requisition r left join store s on s.id = r.store_id
       left join site i on i.id = s.site_id
     where r.id = any($1::bigint[])`,
    [rows.map((r) => r.id)],
  );
  const byId = new Map(found.map(({ id, ...own }) => [id, own]));
  for (const row of rows) Object.assign(row, byId.get(row.id));
}

/** 剩余 of lines; a quantity that is no multiple of what a supplier sells at least is only pointed at. */
export async function showLines(
  { sql }: RuleContext,
  lines: readonly LineOf<typeof requisition, "items">[],
): Promise<void> {
  const skus = await sql.query<{ id: string; moq: number }>(
    "select id, moq from sku where id = any($1::bigint[]) and moq > 1",
    [lines.map((l) => l.skuId)],
  );
  for (const line of lines) {
    line.remainQty = line.qty - line.turnedQty - line.cancelQty;
    const moq = skus.find((s) => s.id === line.skuId)?.moq;
    line.moq = moq ?? null;
    line.moqNote = moq && line.qty % moq ? `不是起订量${moq}的倍数` : null;
  }
}
