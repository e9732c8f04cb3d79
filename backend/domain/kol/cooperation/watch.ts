import { type Engine, perform } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { Refusal, systemOf } from "#backend/platform/http";
import { cooperation } from "#documents/kol/cooperation";

/** Counts the orders of published cooperations anew while they may still come, and some days after. */
export async function watchSales(db: Database, engine: Engine): Promise<void> {
  const due = await db.query<{ id: string; tenantId: string }>(
    `select id, tenant_id as "tenantId" from cooperation
     where status = 'published' and promo_code is not null and del_flag = 0
       and attribution_source is distinct from 'manual'
       and publish_date > (now() at time zone 'Asia/Shanghai')::date - 45 order by id`,
  );
  for (const { id, tenantId } of due)
    try {
      await db.tx((sql) =>
        perform({ sql, ...systemOf(tenantId), ...engine }, cooperation, id, "refreshSales", {}, { trusted: true }),
      );
    } catch (error) {
      // Finished meanwhile: it stays as it is.
      if (!(error instanceof Refusal)) throw error;
    }
}
