import type { Sql } from "../db/sql";
import { insertNumbered } from "./insert";

type SiteRow = [
  code: string,
  name: string,
  region: string,
  currency: string,
  zone: string,
  vat: string,
  marketplace: string,
];

// market.md 0.6; zones as supply.md B.9; Amazon's own ids, company.md 1.1
export const SITES: SiteRow[] = [
  ["US", "美国", "NA", "USD", "America/Los_Angeles", "0", "ATVPDKIKX0DER"],
  ["CA", "加拿大", "NA", "CAD", "America/Los_Angeles", "5", "A2EUQ1WTGCTBG2"],
  ["MX", "墨西哥", "NA", "MXN", "America/Los_Angeles", "16", "A1AM78C64UM0Y8"],
  ["UK", "英国", "EU", "GBP", "Europe/London", "20", "A1F83G8C2ARO7P"],
  ["DE", "德国", "EU", "EUR", "Europe/Berlin", "19", "A1PA6795UKMFR9"],
  ["FR", "法国", "EU", "EUR", "Europe/Paris", "20", "A13V1IB3VIYZZH"],
  ["IT", "意大利", "EU", "EUR", "Europe/Rome", "22", "APJ6JRA9NG5V4"],
  ["ES", "西班牙", "EU", "EUR", "Europe/Madrid", "21", "A1RKKUPIHCS9HS"],
  ["NL", "荷兰", "EU", "EUR", "Europe/Amsterdam", "21", "A1805IZSGTT6HS"],
  ["JP", "日本", "JP", "JPY", "Asia/Tokyo", "10", "A1VC38T7YXB528"],
  ["AU", "澳大利亚", "AM", "AUD", "Australia/Sydney", "10", "A39IBJ37TRP1C6"],
  ["AE", "阿联酋", "AM", "AED", "Asia/Dubai", "5", "A2VIGQ35RCS4UG"],
];

/** Marketplaces that goods are sold on. */
export const insertSites = (sql: Sql, tenantId: string) =>
  insertNumbered(sql, "site", SITES.length, () =>
    SITES.map(([code, name, region, currency, zone, vat, marketplace]) => ({
      tenant_id: tenantId,
      site_code: code,
      site_name: name,
      marketplace_id: marketplace,
      region_code: region,
      currency,
      timezone: zone,
      vat_rate: vat,
    })),
  );
