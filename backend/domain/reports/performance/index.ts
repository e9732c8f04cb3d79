import { elsewhere, shownOf } from "#backend/domain/reports/profit";
import { SKU_LINK } from "#backend/domain/reports/profit/levels";
import { type RuleContext, rules } from "#backend/engine/documents";
import type { DocumentRuleRow, Rules } from "#backend/engine/documents/rules";
import { conflict } from "#backend/platform/http";
import { listingNote } from "#documents/cockpit/listing-note";
import {
  performanceAsin,
  performanceDay,
  performanceMsku,
  performanceParent,
  performanceSku,
  performanceStore,
} from "#documents/cockpit/performance";
import type { DocumentType } from "#documents/kit";
import { USUAL_DAYS } from "./asked";
import { performanceDayRows } from "./days";
import { performanceHead } from "./head";
import { LEVELS, type PerformanceRows, performanceRows } from "./rows";

const asked = { pace: elsewhere, versus: elsewhere, groupId: elsewhere, storeId: elsewhere };
const alarmed = (value: string) => ({ sql: "t.alarms && ?::text[]", values: [value.split(",")] });
/** What a figure leads by is meant whole: A-US is not A-US-M. What somebody types may be begun only. */
const begun = (column: string) => (value: string) => ({
  sql: `case when exists (select 1 from sku_listing l join store w on w.id = l.store_id
      where w.tenant_id = t.tenant_id and l.${column} = ?)
    then t.${column} = ? else starts_with(lower(t.${column}), lower(?)) end`,
  values: [value, value, value],
});

/** What rows sold on each of the days up to their last one, for the line that a list draws. */
async function addTrends(c: RuleContext, rows: DocumentRuleRow[]): Promise<void> {
  const members = rows.flatMap((row) =>
    (Array.isArray(row.members) ? row.members : []).map((one) => [row.id, ...String(one).split("\t")]),
  );
  const last = rows[0]?.lastDay;
  const found = members.length
    ? await c.sql.query<{ id: string; units: string }>(
        `select m.id::text as id, string_agg(coalesce(u.units, 0)::text, ',' order by d.n) as units
         from (select distinct unnest($1::bigint[]) as id) m cross join generate_series(0, ${USUAL_DAYS - 1}) d(n)
           left join (select m.id, f.biz_date - ($4::date - ${USUAL_DAYS - 1}) as n, sum(f.units) as units
             from unnest($1::bigint[], $2::bigint[], $3::text[]) m(id, store_id, msku)
               join fact_trade_daily f on f.store_id = m.store_id and f.seller_sku = m.msku
             where f.biz_date > $4::date - ${USUAL_DAYS} and f.biz_date <= $4::date group by 1, 2) u on u.id = m.id and u.n = d.n
         group by 1`,
        [members.map(([id]) => id), members.map(([, store]) => store), members.map(([, , msku]) => msku), last],
      )
    : [];
  const known = new Map(found.map(({ id, units }) => [id, units]));
  for (const row of rows) {
    const units = known.get(row.id);
    row.trend = row.units === null && !units?.match(/[1-9]/) ? null : units;
    delete row.members;
  }
}

function levelOf(document: DocumentType, level: PerformanceRows, more: Partial<Rules> = {}): Rules {
  return {
    filters: { ...asked, alarms: alarmed, ...more.filters },
    expressions: { ...shownOf(document), ...more.expressions },
    enrich: addTrends,
    from: (query, bind, caller) => performanceRows(level, query, bind, caller),
  };
}

/** 产品表现 (figures.md D.5): rows depend on the days that are asked for and on who asks. */
export const performanceRuleSet = [
  rules(
    performanceMsku,
    levelOf(performanceMsku, LEVELS.msku, {
      filters: { msku: begun("msku"), asin: begun("asin"), parentAsin: begun("parent_asin") },
      expressions: {
        ...SKU_LINK,
        images:
          "(select k.images from sku k where k.tenant_id = t.tenant_id and k.sku_code = t.sku_code and k.del_flag = 0 limit 1)",
      },
    }),
  ),
  rules(performanceAsin, levelOf(performanceAsin, LEVELS.asin)),
  rules(performanceParent, levelOf(performanceParent, LEVELS.parent)),
  rules(
    performanceSku,
    levelOf(performanceSku, LEVELS.sku, {
      expressions: {
        ...SKU_LINK,
        skuName: `(select s.name from sku s where s.tenant_id = t.tenant_id and s.sku_code = t.sku_code and s.del_flag = 0 order by s.id limit 1)`,
      },
    }),
  ),
  rules(performanceStore, levelOf(performanceStore, LEVELS.store)),
  rules(performanceDay, {
    filters: {
      groupId: elsewhere,
      storeId: elsewhere,
      msku: elsewhere,
      asin: elsewhere,
      parentAsin: elsewhere,
      skuCode: elsewhere,
    },
    expressions: shownOf(performanceDay),
    from: performanceDayRows,
    overview: performanceHead,
  }),
  rules(listingNote, {
    async beforeSave(c, next, before) {
      const { storeId, msku } = { ...before, ...next };
      if (!msku) return;
      const known = await c.sql.one(
        "select 1 from sku_listing where tenant_id = $1 and store_id = $2 and msku = $3 and del_flag = 0 limit 1",
        [c.tenantId, storeId, msku],
      );
      if (!known) throw conflict(`店铺没有MSKU ${msku}`);
    },
  }),
];
