import dayjs, { type Dayjs } from "dayjs";
import type { Database, Sql } from "../db/sql";
import { insertContractTemplates } from "../tenancy/contract-templates";
import { insertRows, once } from "../tenancy/insert";
import { DEPTS, GROUPS_PER_DEPT, OPS_DEPTS } from "../tenancy/organisation/depts";
import { RATES } from "../tenancy/rates";
import { insertSites, SITES } from "../tenancy/sites";
import { insertChannels } from "./channels";
import { insertWarehouses } from "./warehouses";

const RATE_MONTHS = 26;

const day = (d: Dayjs) => d.format("YYYY-MM-DD");

const deptId = async (sql: Sql, name: string) =>
  (
    await sql.one<{ id: string }>("select id from sys_dept where name = $1 order by id limit 1", [
      name,
    ])
  )?.id ?? null;

async function insertStores(sql: Sql) {
  const depts: (string | null)[] = [];
  for (const key of OPS_DEPTS)
    depts.push(await deptId(sql, DEPTS.find((d) => d.key === key)?.name ?? ""));
  const deptOf: Record<string, number> = { NA: 0, EU: 2, JP: 4, AM: 5 };
  const stores = SITES.flatMap(([code, name, region], site) =>
    [1, 2].map((n) => ({
      id: site * 2 + n,
      store_code: `AMZ-${code}-${n}`,
      store_name: `亚马逊${name}${n}店`,
      platform: "amazon",
      site_id: site + 1,
      seller_id: `A${String(site * 2 + n).padStart(4, "0")}SELLER`,
      dept_id: depts[(deptOf[region] ?? 0) + (region === "NA" || region === "EU" ? n - 1 : 0)],
      state: "enabled",
    })),
  );
  await insertRows(sql, "store", stores);
  const groups = depts.flatMap((dept, d) =>
    Array.from({ length: GROUPS_PER_DEPT }, (_, i) => {
      const n = d * GROUPS_PER_DEPT + i + 1;
      return {
        id: n,
        group_code: `G${String(n).padStart(2, "0")}`,
        group_name: `运营${n}组`,
        dept_id: dept,
        monthly_income_target: String(200_000 + ((n * 37_000) % 400_000)),
        monthly_ad_budget: String(3_000 + ((n * 730) % 9_000)),
      };
    }),
  );
  await insertRows(sql, "ops_group", groups);
}

/** One row per currency on the first of each month of from..till, ±2 % by a hash of currency and month. */
export const insertRates = (sql: Sql, from: string, till: string) =>
  sql.query(
    `insert into exchange_rate (currency, effective_date, official_rate, source)
     select r.key,
       m::date,
       round(r.value::numeric * (0.98 + 0.04 * ('x' || substr(md5(r.key || to_char(m, 'YYYYMM')), 1, 6))::bit(24)::int / 16777216.0), 8),
       '中间价'
     from jsonb_each_text($1::jsonb) r,
       generate_series(date_trunc('month', $2::date), date_trunc('month', $3::date), '1 month') m
     where not exists (select 1 from exchange_rate e
       where e.currency = r.key and e.effective_date = m::date and e.tenant_id = 1)`,
    [JSON.stringify(RATES), from, till],
  );

/** Masters that business documents refer to; runs once per database. */
export const seedMasters = (db: Database): Promise<boolean> =>
  once(db, "masters", async (sql) => {
    await insertSites(sql, "1");
    await insertStores(sql);
    await insertWarehouses(sql);
    await insertChannels(sql);
    await insertRows(sql, "company", [
      {
        id: 1,
        code: "C1",
        name: "深圳市跨境通贸易有限公司",
        credit_code: "91440300MA5DEMO01X",
        address: "深圳市南山区科技园示例路1号",
        phone: "0755-55550001",
        enabled: true,
      },
      {
        id: 2,
        code: "C2",
        name: "义乌市跨境通电子商务有限公司",
        credit_code: "91330782MA5DEMO02Y",
        address: "义乌市福田街道示例路2号",
        phone: "0579-55550002",
        enabled: true,
      },
    ]);
    const today = dayjs();
    await insertRates(sql, day(today.subtract(RATE_MONTHS, "month")), day(today));
    await insertContractTemplates(sql, "1");
  });
