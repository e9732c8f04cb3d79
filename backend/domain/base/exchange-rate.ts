import { type RuleContext, rules } from "#backend/engine/documents";
import { requireConfirmed } from "#backend/engine/documents/confirmed";
import { lockAdvisory } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { exchangeRate } from "#documents/base/exchange-rate";
import type { DraftOf, SentOf } from "#documents/kit";

/** How far a rate may lie from the one before it without a question, percent. */
export const JUMP = 20;

type ExchangeRate = DraftOf<typeof exchangeRate>;

/** @throws Refusal 400 when it is no rate of a foreign currency */
function requireRate({ currency, officialRate, myRate }: ExchangeRate): void {
  if (currency === "CNY") throw invalidAt("currency", "人民币不需要汇率");
  if (!dec(officialRate).gt(0)) throw invalidAt("officialRate", "官方汇率须大于0");
  if (myRate !== null && myRate !== undefined && !dec(myRate).gt(0)) throw invalidAt("myRate", "自定汇率须大于0");
}

/** The rate that was used until this one. */
const rateBefore = ({ sql, tenantId }: RuleContext, { currency, effectiveDate }: ExchangeRate, except: string | null) =>
  sql.one<{ date: string; rate: string }>(
    `select to_char(effective_date, 'YYYY-MM-DD') as date,
       coalesce(my_rate, official_rate)::text as rate
     from exchange_rate where tenant_id = $1 and currency = $2 and effective_date < $3::date
       and del_flag = 0 and id is distinct from $4
     order by effective_date desc limit 1`,
    [tenantId, currency, effectiveDate, except],
  );

/** How far a rate lies from the one before it, percent. */
const CHANGE = `select round(abs(coalesce(t.my_rate, t.official_rate)
    / nullif(coalesce(p.my_rate, p.official_rate), 0) - 1) * 100, 2)
  from exchange_rate p where p.tenant_id = t.tenant_id and p.currency = t.currency
    and p.del_flag = 0 and p.effective_date < t.effective_date
  order by p.effective_date desc limit 1`;

/** Most rates of a currency that its page shows, the newest ones: a year of daily ones. */
const SHOWN = 366;

/** Rates of a currency, newest first, each with how far the used one lies from the one before it. */
const historyOf = ({ sql, tenantId }: RuleContext, currency: string): Promise<SentOf<typeof exchangeRate>["history"]> =>
  sql.query(
    `select id, to_char(effective_date, 'YYYY-MM-DD') as "effectiveDate",
       official_rate::text as "officialRate", my_rate::text as "myRate", used::text as "usedRate",
       round((used / nullif(lag(used) over (order by effective_date), 0) - 1) * 100, 2)::text as change,
       source, (select displayname from sys_user u where u.id = coalesce(r.update_by, r.create_by)) as by
     from (select *, coalesce(my_rate, official_rate) as used from exchange_rate
       where tenant_id = $1 and currency = $2 and del_flag = 0) r
     order by effective_date desc limit ${SHOWN}`,
    [tenantId, currency],
  );

/** 汇率 (supply.md C.1): one row per currency and date. */
export const exchangeRateRules = rules(exchangeRate, {
  expressions: { changeRate: CHANGE },
  async enrichOne(c, row) {
    row.history = await historyOf(c, row.currency);
  },
  async beforeSave(c, next, before) {
    const whole: ExchangeRate = { ...before, ...next };
    requireRate(whole);
    const { currency, effectiveDate, officialRate, myRate } = whole;
    await lockAdvisory(c.sql, "exchangeRate", currency ?? "");
    const id = before?.id ?? null;
    const other = await c.sql.one(
      `select 1 from exchange_rate where tenant_id = $1 and currency = $2 and effective_date = $3
         and del_flag = 0 and id is distinct from $4`,
      [c.tenantId, currency, effectiveDate, id],
    );
    if (other) throw invalidAt("effectiveDate", "该币种当日已有汇率");
    const last = await rateBefore(c, whole, id);
    const used = dec(myRate ?? officialRate);
    const same = before && dec(before.myRate ?? before.officialRate).eq(used);
    if (!last || (same && before.currency === currency)) return;
    if (used.minus(last.rate).abs().times(100).gt(dec(last.rate).times(JUMP)))
      requireConfirmed(
        c,
        `${currency}汇率${used.toFixed()}与${last.date}的${dec(last.rate).toFixed()}相差超过${JUMP}%，请确认无误`,
      );
  },
});
