import { tellRole } from "#backend/engine/connect/feed-runs";
import type { Database, Sql } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import { RATE_CURRENCIES } from "./source";

const PAGE = "/finance/rate/index";

/** Tells finance; a tenant that has none, its administrators. */
async function tellFinance(sql: Sql, tenantId: string, title: string, pushDescribe: string): Promise<void> {
  const reminder = { title, pushDescribe, bizPath: PAGE };
  if (!(await tellRole(sql, tenantId, "FINANCE", reminder))) await tellRole(sql, tenantId, "ADMIN", reminder);
}

interface RateJump {
  tenantId: string;
  currency: string;
  day: string;
  rate: string;
  before: { day: string; rate: string };
  percent: number;
}

/** A rate waits for a person; once for a currency and day. */
export async function tellJump(sql: Sql, { tenantId, currency, day, rate, before, percent }: RateJump): Promise<void> {
  const fresh = await sql.one(
    `insert into rate_told (tenant_id, currency, kind, day) values ($1, $2, 'jump', $3)
     on conflict do nothing returning 1`,
    [tenantId, currency, day],
  );
  if (!fresh) return;
  await tellFinance(
    sql,
    tenantId,
    `汇率待确认：${currency} ${day}`,
    `欧洲央行${day}的${currency}汇率${dec(rate).toFixed()}与${before.day}的${dec(before.rate).toFixed()}相差超过${percent}%，没有写入。请核对后在“财务管理 → 汇率”手工填写${day}的汇率`,
  );
}

interface RatesMissing {
  tenantId: string;
  /** The newest days that are out, the oldest first. */
  days: readonly string[];
  reason: string;
}

/**
 * Currencies of a tenant that have no rate since the first of these days; told once until one comes. One
 * that waits for a person was told of already.
 */
export const tellMissing = (db: Database, { tenantId, days, reason }: RatesMissing): Promise<void> =>
  db.tx(async (sql) => {
    const told = await sql.query<{ currency: string }>(
      `insert into rate_told (tenant_id, currency, kind, day)
       select $1, i.value, 'missing', coalesce(last.day, '1970-01-01')
       from sys_dict_item i cross join lateral (select max(effective_date) as day from exchange_rate e
         where e.tenant_id = $1 and e.currency = i.value and e.del_flag = 0) last
       where i.tenant_id = $1 and i.dict_type = 'currency' and i.value = any ($2::text[]) and i.del_flag = 0
         and coalesce(last.day < $3::date, true)
         and not exists (select 1 from rate_told j where j.tenant_id = $1 and j.currency = i.value
           and j.kind = 'jump' and j.day >= $3::date)
       order by i.value
       on conflict do nothing returning currency`,
      [tenantId, RATE_CURRENCIES, days[0]],
    );
    if (!told.length) return;
    const names = told.map((t) => t.currency).sort();
    await tellFinance(
      sql,
      tenantId,
      `汇率没有更新：${names.join("、")}`,
      `${names.join("、")}已有${days.length}个工作日没有汇率（${reason}）。请在“财务管理 → 汇率”手工填写；来源恢复后自动继续`,
    );
  });
