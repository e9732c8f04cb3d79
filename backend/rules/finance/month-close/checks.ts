import { documentNamed, isDeclared } from "#documents";
import { exchangeRate } from "#documents/base/exchange-rate";
import { permissionOf } from "#documents/kit";
import { count } from "../../../documents/reading/list";
import type { RuleContext } from "../../../documents/rules";
import { type Level, OPEN_ROWS } from "./check-list";

/** One line of a month's check list. */
export interface Check {
  label: string;
  level: Level;
  count: number;
  /** What it is about, where no list shows it. */
  said?: string | undefined;
  /** The list that shows these rows: its declaration and filters. */
  document?: string | undefined;
  query?: Record<string, string>;
}

/** All rows of the tenant count, whoever looks. */
const everybody = (c: RuleContext) => ({
  ...c.caller,
  permissions: new Set<string>(),
  scope: { kind: "all" } as const,
});

/** What the nightly check of the ledgers found last. */
async function differences({ sql, tenantId }: RuleContext): Promise<Check> {
  const found = await sql.one<{ time: string; faults: { place: string; fault: string }[] }>(
    `select check_time as time, faults from ledger_check where tenant_id = $1`,
    [tenantId],
  );
  const some = found?.faults.slice(0, 3).map((f) => `${f.place} ${f.fault}`);
  return {
    ...{ label: "库存账与应付账的差异", level: "block", count: found?.faults.length ?? 0 },
    said: found ? [`${found.time.slice(0, 16)}对账`, ...(some ?? [])].join("；") : "尚未对账",
  };
}

/** Currencies of the month's entries that had no rate on its first day: its month rate. */
async function missingRates({ sql, tenantId }: RuleContext, endDate: string): Promise<Check> {
  const rows = await sql.query<{ currency: string }>(
    `select currency from ap_entry where tenant_id = $1 and currency <> 'CNY'
       and biz_date between date_trunc('month', $2::date) and $2::date
     group by 1 having not exists (select 1 from exchange_rate r where r.tenant_id = $1
       and r.currency = ap_entry.currency and r.del_flag = 0
       and r.effective_date <= date_trunc('month', $2::date)) order by 1`,
    [tenantId, endDate],
  );
  const said = rows.map(({ currency }) => `缺少${currency}在${endDate.slice(0, 7)}-01的汇率`);
  return {
    ...{ label: "缺少月汇率的币种", level: "warn", count: rows.length, said: said.join("；") },
    ...{ document: exchangeRate.name, query: {} },
  };
}

/** What is open at the end of a month: all of its check list, also what is in order. */
export async function monthChecks(c: RuleContext, endDate: string): Promise<Check[]> {
  const checks = [await differences(c)];
  for (const { document, label, level, where } of OPEN_ROWS) {
    const query = where(endDate);
    const rules = c.book.get(document.name)?.rules ?? {};
    const asked = { ...query, current: 1, size: 1 };
    const open = await count(c.sql, document, asked, everybody(c), rules);
    checks.push({ label, level, count: open, document: document.name, query });
  }
  return [...checks, await missingRates(c, endDate)];
}

/** The checks without lists that the caller may not see. */
export const shownTo = ({ caller }: RuleContext, checks: readonly Check[]): Check[] =>
  checks.map(({ document, ...check }) => {
    const seen =
      document &&
      isDeclared(document) &&
      caller.permissions.has(permissionOf(documentNamed(document), "view"));
    return seen ? { ...check, document } : check;
  });

/** Those of a level that are not in order, in words. */
export const openIn = (checks: readonly Check[], level: Level): string =>
  checks
    .filter((check) => check.level === level && check.count > 0)
    .map(({ label, count: n }) => `${label}${n}项`)
    .join("、");
