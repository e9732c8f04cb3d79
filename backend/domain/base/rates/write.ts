import { type Database, lockAdvisory, type Sql } from "#backend/platform/db";
import { dec, postingDaysSql } from "#backend/platform/values";
import { JUMP } from "../exchange-rate";
import { publishedRate, type RateTable } from "./source";
import { tellJump } from "./tell";

/** What stands as the source of rates that came by themselves. */
export const RATE_SOURCE = "欧洲央行";

interface RateOn {
  day: string;
  rate: string;
}

interface RatesWanted {
  tenantId: string;
  currency: string;
  days: readonly string[];
}

/** Official rates from the last one before a day on, the oldest first. */
const ratesFrom = (sql: Sql, { tenantId, currency }: RatesWanted, day: string): Promise<RateOn[]> =>
  sql.query(
    `select to_char(effective_date, 'YYYY-MM-DD') as day, official_rate::text as rate from exchange_rate
     where tenant_id = $1 and currency = $2 and del_flag = 0 and effective_date >= coalesce(
       (select max(effective_date) from exchange_rate where tenant_id = $1 and currency = $2 and del_flag = 0
         and effective_date < $3::date), $3::date)
     order by effective_date`,
    [tenantId, currency, day],
  );

const insertOfficial = (sql: Sql, { tenantId, currency }: RatesWanted, rates: readonly RateOn[]) =>
  sql.query(
    `insert into exchange_rate (tenant_id, currency, effective_date, official_rate, source)
     select $1, $2, x.day, x.rate, $5 from unnest($3::date[], $4::numeric[]) as x(day, rate)`,
    [tenantId, currency, rates.map((r) => r.day), rates.map((r) => r.rate), RATE_SOURCE],
  );

/**
 * Writes what was published of one currency on days that have no rate, under the lock of who types one. A
 * rate that lies far from the one before it is not written: people are told.
 */
export const writeRates = (db: Database, wanted: RatesWanted, table: RateTable): Promise<void> =>
  db.tx(async (sql) => {
    const { tenantId, currency } = wanted;
    const [first] = wanted.days;
    if (!first) return;
    const closed = await sql.one<{ until: string | null }>(`select until from ${postingDaysSql("$1")}`, [tenantId]);
    const open = wanted.days.filter((day) => day > (closed?.until ?? ""));
    await lockAdvisory(sql, "exchangeRate", currency);
    const known = await ratesFrom(sql, wanted, first);
    const written: RateOn[] = [];
    for (const day of open) {
      const rate = publishedRate(table, day, currency);
      if (!rate || dec(rate).lte(0) || known.some((k) => k.day === day)) continue;
      const before = [...known, ...written]
        .filter((k) => k.day < day)
        .sort((a, b) => (a.day < b.day ? -1 : 1))
        .pop();
      const far = before && dec(rate).minus(before.rate).abs().times(100).gt(dec(before.rate).times(JUMP));
      if (far) await tellJump(sql, { tenantId, currency, day, rate, before, percent: JUMP });
      else written.push({ day, rate });
    }
    if (written.length) await insertOfficial(sql, wanted, written);
  });
