import { makeMonths } from "#backend/domain/finance/months";
import type { Database } from "#backend/platform/db/sql";

/** The month that lies `back` months before this one, yyyy-MM. */
export function monthBack(back: number): string {
  const now = new Date(Date.now() + 8 * 3_600_000);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
}

/** What became owed to a supplier, as its document would have entered it. */
export const owe = (
  db: Database,
  [month, currency, type, amount]: [month: string, currency: string, type: string, amount: string],
  tenantId = "1",
) =>
  db.query(
    `insert into ap_entry (tenant_id, supplier_id, currency, amount, base_amount, balance, biz_type,
       biz_date, biz_document, biz_id, biz_no)
     select $1, 1, $2, $3::numeric, $3::numeric * case $2 when 'CNY' then 1 else 7 end, 0, $4, $5,
       'wms_sign', 1, 'QS-X'`,
    [tenantId, currency, amount, type, `${month}-15`],
  );

/** Ids of a tenant's months by their names, all made. */
export async function monthIds(db: Database, tenantId = "1"): Promise<Record<string, string>> {
  await makeMonths(db);
  const rows = await db.query<{ month: string; id: string }>(
    "select month, id from month_close where tenant_id = $1 order by month",
    [tenantId],
  );
  return Object.fromEntries(rows.map(({ month, id }) => [month, id]));
}
