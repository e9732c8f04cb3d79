import dayjs from "dayjs";
import type { Database, Sql } from "../../../db/sql";
import { refreshMonths } from "../../../facts/months";
import { adRows, campaignRows, productRows } from "./advertising";
import { tradeRows } from "./trade";

/** The rows of from..till (yyyy-MM-dd) that the demo data has, into empty days; each sale is made once. */
async function insertDays(sql: Sql, from: string, till: string, today: string) {
  await sql.query(
    `set local jit = off; set local enable_memoize = off; set local work_mem = '64MB';
     set local default_statistics_target = 10`,
  );
  const temp = (name: string, rows: string) =>
    sql.query(`create temp table ${name} on commit drop as ${rows}; analyze ${name}`);
  const day = (text: string) => `'${text}'::date`;
  await temp("sold", `select * from demo_sale(${day(from)} - 20, ${day(till)})`);
  const now = `(select * from sold where day >= ${day(from)})`;
  const known = (of: string) => `demo_known(${day(today)}, ${of}.day)`;
  await temp("spent", adRows(now, known("s")));
  const sources = { sold: "sold", ads: "spent", since: day(from), upto: day(till) };
  await sql.query(`insert into fact_trade_daily ${tradeRows(sources)}`);
  await sql.query(`insert into fact_ad_campaign_daily ${campaignRows("spent", known("x"))}`);
  const late = "(select s.* from spent s join demo_setting t on s.day >= t.ads_from)";
  await sql.query(`insert into fact_ad_product_daily ${productRows(late)}`);
  await sql.query(
    `insert into fact_ad_keyword_daily
     select k.* from demo_setting t cross join demo_ad_keyword(greatest($1::date, t.ads_from), $2::date) k`,
    [from, till],
  );
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
