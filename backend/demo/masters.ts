import dayjs, { type Dayjs } from "dayjs";
import type { Database, Sql } from "#backend/platform/db";
import { insertContractTemplates } from "#backend/platform/tenancy/found";
import { insertRows, once } from "#backend/platform/tenancy/insert";
import { DEPTS, GROUPS_PER_DEPT, OPS_DEPTS } from "#backend/platform/tenancy/organisation/depts";
import { insertSites, SITES } from "#backend/platform/tenancy/sites";
import { RATES } from "./rates";
import { insertWarehouses } from "./warehouses";

/** How a place ships: warehouses, countries that it reaches, and its carriers with their services. */
interface MasterPlace {
  key: string;
  warehouses: string[];
  countries: string[];
  /** Code and name of the service, its carrier, most kg and most USD. */
  services: [code: string, name: string, carrier: string, kg: string, usd: string | null][];
}

const US: MasterPlace["services"] = [
  ["USPS-GA", "USPS Ground Advantage", "USPS", "31.700", null],
  ["USPS-PM", "USPS Priority Mail", "USPS", "31.700", null],
  ["UPS-GND", "UPS Ground", "UPS", "68.000", null],
  ["UPS-2D", "UPS 2nd Day Air", "UPS", "68.000", null],
  ["FDX-HD", "FedEx Home Delivery", "FEDEX", "68.000", null],
  ["FDX-GE", "FedEx Ground Economy", "FEDEX", "31.700", null],
];

const PLACES: MasterPlace[] = [
  { key: "GCW", warehouses: ["GC-W"], countries: ["US"], services: US },
  { key: "GCE", warehouses: ["GC-E"], countries: ["US"], services: US },
  { key: "LA", warehouses: ["OS-LA"], countries: ["US", "CA"], services: US.slice(0, 3) },
  {
    key: "DE",
    warehouses: ["TP-DE-WINIT"],
    countries: ["DE", "FR", "IT", "ES", "NL"],
    services: [
      ["DHL-PKT", "DHL Paket", "DHL", "31.500", null],
      ["DPD-CL", "DPD Classic", "DPD", "31.500", null],
      ["GLS-BP", "GLS BusinessParcel", "GLS", "40.000", null],
      ["HMS-STD", "Hermes Standard", "HERMES", "25.000", null],
    ],
  },
  {
    key: "CN",
    warehouses: ["WH-SZ", "WH-YW"],
    countries: [],
    services: [
      ["YT-THPHR", "云途全球专线挂号", "YUNTU", "20.000", "800.00"],
      ["YW-EXP", "燕文专线追踪", "YANWEN", "5.000", "300.00"],
      ["SF-INTL", "顺丰国际小包", "SF", "20.000", "500.00"],
      ["EMS-EPKT", "e邮宝", "EMS", "2.000", "150.00"],
      ["DHL-EXP", "DHL国际快递", "DHL", "70.000", "2500.00"],
    ],
  },
];

const PREFIX: Record<string, string> = { GCW: "谷仓美西", GCE: "谷仓美东", LA: "洛杉矶", DE: "德国" };

/** Channels of the warehouses that ship to customers, which are there already. */
async function insertChannels(sql: Sql): Promise<void> {
  const warehouses = await sql.query<{ id: string; code: string }>("select id, code from warehouse");
  const idsOf = (codes: string[]) => warehouses.filter(({ code }) => codes.includes(code)).map(({ id }) => id);
  const rows = PLACES.flatMap(({ key, warehouses: codes, countries, services }) =>
    services.map(([code, name, carrier, kg, usd]) => ({
      code: `${key}-${code}`,
      name: [PREFIX[key], name].filter(Boolean).join(" "),
      carrier_code: carrier,
      warehouse_ids: idsOf(codes),
      countries,
      max_weight_kg: kg,
      max_declared_usd: usd,
      enabled: true,
    })),
  );
  await insertRows(
    sql,
    "logistics_channel",
    rows.map((row, i) => ({ id: i + 1, ...row })),
  );
}

const RATE_MONTHS = 26;

const day = (d: Dayjs) => d.format("YYYY-MM-DD");

const deptId = async (sql: Sql, name: string) =>
  (await sql.one<{ id: string }>("select id from sys_dept where name = $1 order by id limit 1", [name]))?.id ?? null;

async function insertStores(sql: Sql) {
  const depts: (string | null)[] = [];
  for (const key of OPS_DEPTS) depts.push(await deptId(sql, DEPTS.find((d) => d.key === key)?.name ?? ""));
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

/**
 * One row per currency on the first of each month of from..till, ±2 % by a hash of currency and month; not
 * where another is near: a demonstration that was moved has its own days.
 */
export const insertRates = (sql: Sql, from: string, till: string) =>
  sql.query(
    `insert into exchange_rate (currency, effective_date, official_rate, source)
     select r.key,
       m::date,
       round(r.value::numeric * (0.98 + 0.04 * ('x' || substr(md5(r.key || to_char(m, 'YYYYMM')), 1, 6))::bit(24)::int / 16777216.0), 8),
       '中间价'
     from jsonb_each_text($1::jsonb) r,
       generate_series(date_trunc('month', $2::date), date_trunc('month', $3::date), '1 month') m
     where not exists (select 1 from exchange_rate e where e.currency = r.key and e.tenant_id = 1
       and e.effective_date > m::date - 28 and e.effective_date < m::date + 28)`,
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
