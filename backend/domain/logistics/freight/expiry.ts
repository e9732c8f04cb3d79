import { moveTo } from "#backend/engine/documents";
import { type Database, keep } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { freightTemplate } from "#documents/logistics/freight-template";

/** Daily task (supply.md 5): enabled templates past their last day expire. */
export const expireTemplates = (db: Database): Promise<void> =>
  db.tx(async (sql) => {
    const rows = await sql.query<{ id: string; tenantId: string }>(
      `select id, tenant_id as "tenantId" from freight_template
       where status = 'enabled' and valid_to < $1 and del_flag = 0 order by id
       ${keep(sql, "freight_template")}`,
      [today()],
    );
    for (const { id, tenantId } of rows)
      await moveTo({ sql, ...systemOf(tenantId) }, freightTemplate, id, "expired", "自动过期");
  });
