import dayjs from "dayjs";
import type { Database, Sql } from "../../../db/sql";
import { refreshMonths } from "../../../facts/months";

const fact = (table: string, source: string) => `insert into ${table} select * from ${source}`;

/** The rows of from..till (yyyy-MM-dd) that the demo data has, into empty days. */
export async function insertDays(sql: Sql, from: string, till: string, today: string) {
  const days = [from, till];
  await sql.query(fact("fact_trade_daily", "demo_trade($1, $2)"), days);
  await sql.query(fact("fact_ad_campaign_daily", "demo_ad_campaign($1, $2, $3)"), [...days, today]);
  await insertAdDetails(sql, from, till, today);
}

/** Product and keyword rows, of the days since `ads_from` only. Campaign rows stand already. */
export async function insertAdDetails(sql: Sql, from: string, till: string, today: string) {
  const late = "greatest($1::date, (select ads_from from demo_setting))";
  await sql.query(fact("fact_ad_product_daily", `demo_ad_product(${late}, $2, $3)`), [
    from,
    till,
    today,
  ]);
  await sql.query(fact("fact_ad_keyword_daily", `demo_ad_keyword(${late}, $2)`), [from, till]);
}

/** Whole months from..till in parts of about `months`, first and last day of each. */
function parts(from: string, till: string, months: number): [string, string][] {
  const found: [string, string][] = [];
  for (let at = dayjs(from); !at.isAfter(till); at = at.add(months, "month")) {
    const end = at.add(months, "month").subtract(1, "day");
    found.push([
      at.format("YYYY-MM-DD"),
      (end.isAfter(till) ? dayjs(till) : end).format("YYYY-MM-DD"),
    ]);
  }
  return found;
}

/**
 * Loads all days on two connections, each part in its own transaction.
 * @param log one line per part
 */
export async function loadDays(
  db: Database,
  days: { from: string; till: string; today: string },
  log: (line: string) => void,
): Promise<void> {
  const open = parts(days.from, days.till, 3);
  const worker = async () => {
    for (let part = open.shift(); part; part = open.shift()) {
      const [from, till] = part;
      const started = Date.now();
      await db.tx(async (sql) => {
        await insertDays(sql, from, till, days.today);
        await refreshMonths(sql, from, till);
      });
      log(
        `演示数据：${from} 至 ${till} 的销售与广告（${((Date.now() - started) / 1000).toFixed(1)} 秒）`,
      );
    }
  };
  await Promise.all([worker(), worker()]);
}
