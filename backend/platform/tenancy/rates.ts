import type { Sql } from "../db/sql";
import { insertNumbered } from "./insert";

// market.md 13: CNY per unit
export const RATES: Record<string, number> = {
  USD: 7.15,
  EUR: 8.1,
  GBP: 9.4,
  JPY: 0.048,
  CAD: 5.25,
  MXN: 0.39,
  AUD: 4.7,
  AED: 1.95,
  HKD: 0.915,
};

/** A rate of each currency from the first of this month on, until somebody enters better ones. */
export const insertFirstRates = (sql: Sql, tenantId: string, month: string) =>
  insertNumbered(sql, "exchange_rate", Object.keys(RATES).length, () =>
    Object.entries(RATES).map(([currency, rate]) => ({
      tenant_id: tenantId,
      currency,
      effective_date: month,
      official_rate: rate,
      source: "初始值，请核对",
    })),
  );
