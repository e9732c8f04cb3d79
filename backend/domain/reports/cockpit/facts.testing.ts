import type { Database } from "#backend/platform/db/sql";
import { firstDay } from "./asked/query";

/** A month's facts of one store, group and model; what is left out is 0. */
export interface Fact {
  month: string;
  group_id: number;
  store_id: number;
  model_code: string;
  currency: string;
  dept_id?: string;
  [column: string]: string | number | undefined;
}

const ZERO = Object.fromEntries(
  [
    "orders",
    "units",
    "refund_units",
    "item_sales",
    "shipping_income",
    "promo_amt",
    "refund_amt",
    "vat_amt",
    "platform_fee",
    "fulfill_fee",
    "storage_fee",
    "ad_spend",
    "other_fee",
    "product_cost",
    "first_leg_cost",
    "promo_fee",
    "reimburse_amt",
    "stock_loss",
    "estimated_fee",
    "lacks_product",
    "lacks_first_leg",
    "lacks_platform",
    "lacks_fulfill",
    "lacks_storage",
    "return_units",
  ].map((column) => [column, 0]),
);

/** Writes facts; departments, divisions, sites and regions are those of the group and the store. */
export async function insertFacts(db: Database, facts: Fact[]) {
  await db.query(
    `insert into fact_trade_month
     select (jsonb_populate_record(null::fact_trade_month, jsonb_build_object(
       'dept_id', g.dept_id, 'division_id', d.division_id, 'site_code', s.site_code,
       'region_code', s.region_code) || f)).*
     from jsonb_array_elements($1::jsonb) f
       join ops_group g on g.id = (f ->> 'group_id')::bigint join sys_dept d on d.id = g.dept_id
       join store t on t.id = (f ->> 'store_id')::bigint join site s on s.id = t.site_id`,
    [JSON.stringify(facts.map((f) => ({ ...ZERO, ...f, month: firstDay(f.month) })))],
  );
}

/** Sets CNY per unit for all time. */
export async function setRates(db: Database, rates: Record<string, number>) {
  await db.query("delete from exchange_rate");
  await db.query(
    `insert into exchange_rate (currency, effective_date, official_rate)
     select key, '2020-01-01', value::numeric from jsonb_each_text($1)`,
    [JSON.stringify(rates)],
  );
}

/** Lets a role of the seed call what the permission guards. */
export const grant = (db: Database, role: string, ...permissions: string[]) =>
  db.query(
    `insert into sys_role_menu (role_id, menu_id) select r.id, m.id from sys_role r, sys_menu m
     where r.role_code = $1 and m.permission = any ($2) on conflict do nothing`,
    [role, permissions],
  );
