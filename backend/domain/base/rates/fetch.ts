import type { Database, Sql } from "#backend/platform/db";
import { errorText } from "#backend/platform/db";
import { isLiveSql } from "#backend/platform/tenancy/phase";
import { dayFrom, rateDays } from "./days";
import { askRates, RATE_CURRENCIES, type RateTable } from "./source";
import { tellMissing } from "./tell";
import { RATE_SOURCE, writeRates } from "./write";

/** Days that are looked at again; where rates of the source stop earlier, from there on, as far as its file goes. */
const AGAIN_DAYS = 10;
const FILE_DAYS = 90;

/** Rates of a currency that a tenant wants and has not. */
export interface RatesLacking {
  tenantId: string;
  currency: string;
  /** The oldest first, yyyy-MM-dd. */
  days: string[];
}

/**
 * What tenants at work lack of these days. Days of closed months are left alone, as is every day that has a
 * rate of anybody.
 */
const lackingOf = (sql: Sql, days: readonly string[]): Promise<RatesLacking[]> =>
  sql.query(
    `select t.id as "tenantId", i.value as currency,
       array_agg(to_char(d.day, 'YYYY-MM-DD') order by d.day) as days
     from (select id from sys_tenant where del_flag = 0 union select 1) t
       join sys_dict_item i on i.tenant_id = t.id and i.dict_type = 'currency' and i.del_flag = 0
         and i.value = any ($2::text[])
       cross join lateral (select max(e.effective_date) as day from exchange_rate e
         where e.tenant_id = t.id and e.currency = i.value and e.source = $3 and e.del_flag = 0) own
       cross join unnest($1::date[]) as d(day)
     where ${isLiveSql("t.id")}
       and d.day > least($4::date, coalesce(own.day, $4::date))
       and not exists (select 1 from sys_param p where p.tenant_id = t.id and p.del_flag = 0
         and case p.param_key when 'rate_auto' then p.value = 'false'
           when 'month_close_until' then p.value::date >= d.day end)
       and not exists (select 1 from exchange_rate e where e.tenant_id = t.id and e.currency = i.value
         and e.effective_date = d.day and e.del_flag = 0)
     group by 1, 2 order by 1, 2`,
    [days, RATE_CURRENCIES, RATE_SOURCE, dayFrom(days[days.length - 1] ?? "", -AGAIN_DAYS)],
  );

interface RatesJob {
  /** RATES_URL. */
  url?: string;
  now?: Date;
}

/**
 * Rates of the published source for every tenant at work that wants them (figures.md A.3): days that have
 * none, nothing else. Whoever cannot be served keeps no other from being; the fault is that of the turn.
 * @throws the first fault: of the source, or of a tenant's rates
 */
export async function fetchRates(db: Database, { url, now = new Date() }: RatesJob = {}): Promise<void> {
  const days = rateDays(now, FILE_DAYS);
  const newest = days[days.length - 1];
  const lacking = await lackingOf(db, days);
  if (!lacking.length) return;
  const faults: unknown[] = [];
  const several = lacking.some((l) => l.days.some((day) => day !== newest));
  const table: RateTable | null = await askRates(several ? "hist-90d" : "daily", url).catch((error) => {
    faults.push(error);
    return null;
  });
  if (table) for (const one of lacking) await writeRates(db, one, table).catch((error) => faults.push(error));
  const reason = faults.length ? errorText(faults[0], "message").slice(0, 100) : "欧洲央行没有公布";
  for (const tenantId of new Set(lacking.map((l) => l.tenantId)))
    await tellMissing(db, { tenantId, days: days.slice(-2), reason }).catch((error) => faults.push(error));
  if (faults.length) throw faults[0];
}
