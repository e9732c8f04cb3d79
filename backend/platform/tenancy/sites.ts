import type { Sql } from "../db/sql";
import { insertNumbered } from "./insert";

type SiteRow = [code: string, name: string, region: string, currency: string, zone: string, vat: string];

// market.md 0.6; zones as supply.md B.9
export const SITES: SiteRow[] = [
  ["US", "美国", "NA", "USD", "America/Los_Angeles", "0"],
  ["CA", "加拿大", "NA", "CAD", "America/Los_Angeles", "5"],
  ["MX", "墨西哥", "NA", "MXN", "America/Los_Angeles", "16"],
  ["UK", "英国", "EU", "GBP", "Europe/London", "20"],
  ["DE", "德国", "EU", "EUR", "Europe/Berlin", "19"],
  ["FR", "法国", "EU", "EUR", "Europe/Paris", "20"],
  ["IT", "意大利", "EU", "EUR", "Europe/Rome", "22"],
  ["ES", "西班牙", "EU", "EUR", "Europe/Madrid", "21"],
  ["NL", "荷兰", "EU", "EUR", "Europe/Amsterdam", "21"],
  ["JP", "日本", "JP", "JPY", "Asia/Tokyo", "10"],
  ["AU", "澳大利亚", "AM", "AUD", "Australia/Sydney", "10"],
  ["AE", "阿联酋", "AM", "AED", "Asia/Dubai", "5"],
];

/** Marketplaces that goods are sold on. */
export const insertSites = (sql: Sql, tenantId: string) =>
  insertNumbered(sql, "site", SITES.length, () =>
    SITES.map(([code, name, region, currency, zone, vat]) => ({
      tenant_id: tenantId,
      site_code: code,
      site_name: name,
      marketplace_id: `MKT-${code}`,
      region_code: region,
      currency,
      timezone: zone,
      vat_rate: vat,
    })),
  );
