import dayjs from "dayjs";
import type { Sql } from "../../db/sql";
import { insertRows } from "../../tenancy/insert";
import { deptOf, usersOf } from "./products/suppliers";
import { stamp } from "./sourcing/kit";

/** A supplier abroad: where it is, what it is paid in, how it delivers. */
const ABROAD = [
  ["Pacific Outdoor Gear LLC", "US", "USD", "FOB", "1200 Harbor Blvd, Long Beach, CA"],
  ["Rheinland Werkzeug GmbH", "DE", "EUR", "DAP", "Hafenstraße 12, 50679 Köln"],
  ["大阪精工株式会社", "JP", "JPY", "CIF", "大阪府大阪市中央区本町1-2-3"],
] as const;

export interface Abroad {
  id: string;
  currency: string;
  buyerId: string;
}

/** Suppliers abroad, each with the trade term that orders take from it. */
export async function insertAbroad(sql: Sql, today: string): Promise<Abroad[]> {
  const buyers = await usersOf(sql, "BUYER");
  const last = await sql.one<{ id: number }>("select max(id)::int as id from supplier");
  const day = dayjs(today).subtract(400, "day");
  const dept = await deptOf(sql, buyers[0]);
  const rows = ABROAD.map(([name, country, currency, term, address], i) => ({
    ...stamp,
    id: (last?.id ?? 0) + i + 1,
    no: `GY${day.format("YYMMDD")}${String(9001 + i)}`,
    ...{ name, short_name: name.slice(0, 30), supplier_type: "goods", country, level: "B" },
    ...{ address, currency, trade_term: term, tax_type: "none", tax_rate: "0" },
    ...{ buyer_id: buyers[i % buyers.length], settle_method: "deposit", deposit_rate: 30 },
    ...{ balance_trigger: "afterReceipt", lead_days: 30, qualifications: [], status: "approved" },
    ...{ dept_id: dept, create_by: buyers[i % buyers.length] },
    create_time: `${day.format("YYYY-MM-DD")} 10:00:00+08`,
    submit_time: `${day.format("YYYY-MM-DD")} 11:00:00+08`,
    approve_time: `${day.add(1, "day").format("YYYY-MM-DD")} 09:30:00+08`,
  }));
  await insertRows(sql, "supplier", rows);
  await insertRows(
    sql,
    "supplier_account",
    rows.map((s, i) => ({
      ...{ ...stamp, create_time: s.create_time, supplier_id: s.id, line_no: 1 },
      ...{ account_name: s.name, bank_name: "示例银行海外分行", currency: s.currency },
      ...{ account_no: `OS${String(88_001_000 + i)}`, swift_code: "DEMOUS33" },
      ...{ is_default: true, enabled: true },
    })),
  );
  return rows.map((s) => ({
    id: String(s.id),
    currency: s.currency,
    buyerId: s.buyer_id ?? "",
  }));
}
