import { postMoveCosts } from "#backend/domain/wms/costs/moves";
import { createDraft, type Engine, perform, type RuleContext } from "#backend/engine/documents";
import { forgetLate, lateDays } from "#backend/ledgers/facts/apply";
import { type Database, lockAdvisory } from "#backend/platform/db";
import { Refusal, systemOf } from "#backend/platform/http";
import { fbaSale } from "#documents/wms/fba/fba-sale";
import { type DueDay, dueDays } from "./facts";

/** Days that one turn posts at most; the next turn goes on. */
const MOST = 300;

const keyOf = ({ storeId, bizDate }: Pick<DueDay, "storeId" | "bizDate">) => `${storeId}/${bizDate}`;

/** The document of a store's day, made where there is none. */
async function documentOf(c: RuleContext, day: DueDay): Promise<string> {
  const dayKey = keyOf(day);
  await lockAdvisory(c.sql, "fbaSaleDay", `${c.tenantId}/${dayKey}`);
  const known = await c.sql.one<{ id: string }>(
    "select id from fba_sale where tenant_id = $1 and day_key = $2 and del_flag = 0",
    [c.tenantId, dayKey],
  );
  if (known) return known.id;
  const store = await c.sql.one<{ siteId: string; currency: string; deptId: string | null }>(
    `select t.site_id as "siteId", i.currency, t.dept_id as "deptId"
     from store t join site i on i.id = t.site_id where t.id = $1`,
    [day.storeId],
  );
  const { storeId, fbaWarehouseId, bizDate } = day;
  const head = { storeId, fbaWarehouseId, bizDate, dayKey, ...store };
  return (await createDraft(c, fbaSale, head)).id;
}

/** Posts one store's day as the trade facts have it now. */
export async function postDay(c: RuleContext, day: DueDay): Promise<void> {
  const id = await documentOf(c, day);
  await perform(c, fbaSale, id, "post", {}, { trusted: true });
}

/**
 * Brings what the platform's warehouses lost to the figures, and lets the stock at the platform follow what it sold: each store's day in a transaction of its own, new
 * ones, those whose facts changed, and those that waited for stock.
 */
export async function postSales(db: Database, engine: Engine): Promise<void> {
  await postMoveCosts(db);
  const late = await lateDays(db);
  const days = await dueDays(db, MOST);
  const refused = new Set<string>();
  for (const day of days) {
    try {
      await db.tx((sql) => postDay({ sql, ...systemOf(day.tenantId), ...engine }, day));
    } catch (error) {
      // Somebody posted or took it back meanwhile: the next turn looks again.
      if (!(error instanceof Refusal)) throw error;
      refused.add(keyOf(day));
    }
  }
  if (days.length < MOST)
    await forgetLate(
      db,
      late.filter((day) => !refused.has(keyOf(day))),
    );
}
