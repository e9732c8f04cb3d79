import type { Sql } from "../db/sql";

interface Numeric {
  type: "number";
  /** Limits of the value, both included. */
  min: number;
  max: number;
  /** Most decimals. */
  scale: number;
  value: string;
}

export type ParamSpec =
  | Numeric
  | { type: "bool"; value: "true" | "false" }
  | { type: "text"; pattern: RegExp; problem: string; value: string }
  /** Last day of a month, or nothing: closing a month sets it. */
  | { type: "date"; value: null };

const amount = (value: string): Numeric => ({ type: "number", min: 0, max: 999_999_999_999, scale: 2, value });
const percent = (value: string): Numeric => ({ type: "number", min: 0, max: 100, scale: 2, value });
const whole = (value: string, min: number, max: number): Numeric => ({ type: "number", min, max, scale: 0, value });

/** Every parameter (supply.md B.11): its type, what it allows, its default. */
export const PARAMS = {
  purchase_over_receipt_percent: percent("3.00"),
  contract_required: { type: "bool", value: "true" },
  contract_min_amount: amount("1000"),
  price_rise_reason_percent: percent("10"),
  inquiry_min_suppliers_amount: amount("20000"),
  oa_payment_threshold: amount("50000"),
  cost_include_tax: { type: "bool", value: "false" },
  container_usable_ratio: { type: "number", min: 0.01, max: 1, scale: 2, value: "0.90" },
  idempotency_hours: whole("24", 1, 720),
  month_close_until: { type: "date", value: null },
  seal_expire_notice_days: whole("30", 0, 365),
  default_pay_company: {
    type: "text",
    pattern: /^[A-Za-z0-9_-]{1,20}$/,
    problem: "要填写公司主体编码，由字母、数字、横线或下划线组成",
    value: "C1",
  },
  promo_dept_month_limit: amount("50000"),
  log_keep_days: whole("180", 1, 3650),
  log_keep_rows: whole("1000000", 1000, 100_000_000),
  error_log_keep_days: whole("90", 1, 3650),
  error_log_keep_rows: whole("100000", 1000, 100_000_000),
  visit_keep_days: whole("180", 1, 3650),
  visit_keep_rows: whole("1000000", 1000, 100_000_000),
  orphan_file_days: whole("7", 1, 365),
  orphan_file_mb: whole("500", 20, 1_000_000),
  replenish_weight_7: percent("50"),
  replenish_weight_30: percent("30"),
  replenish_weight_90: percent("20"),
  replenish_lead_days: whole("20", 0, 180),
  replenish_safety_days: whole("14", 0, 180),
  replenish_cover_days: whole("30", 1, 180),
  replenish_review_days: whole("7", 0, 60),
  replenish_mode: {
    type: "text",
    pattern: /^(sea|seaExpress|air|rail|truck|express)$/,
    problem: "要填写运输方式的值：sea、seaExpress、air、rail、truck 或 express",
    value: "sea",
  },
  replenish_days_sea: whole("35", 0, 120),
  replenish_days_sea_express: whole("25", 0, 120),
  replenish_days_air: whole("10", 0, 120),
  replenish_days_rail: whole("25", 0, 120),
  replenish_days_truck: whole("20", 0, 120),
  replenish_days_express: whole("6", 0, 120),
  pii_keep_days: whole("30", 1, 3650),
  promo_evaluation_enabled: { type: "bool", value: "true" },
  rate_warn_percent: percent("2"),
  rate_reason_percent: percent("5"),
  rate_refuse_percent: percent("30"),
  replenish_days_local: whole("7", 0, 120),
  opening_tolerance_cny: amount("1.00"),
  settlement_auto_post: { type: "bool", value: "true" },
  rate_auto: { type: "bool", value: "true" },
  report_file_months: whole("25", 13, 120),
  ads_limits: {
    type: "text",
    pattern:
      /^[A-Z]{3} \d{1,6}(\.\d{1,2})?-\d{1,6}(\.\d{1,2})?\/\d{1,6}(\.\d{1,2})?(;[A-Z]{3} \d{1,6}(\.\d{1,2})?-\d{1,6}(\.\d{1,2})?\/\d{1,6}(\.\d{1,2})?)*$/,
    problem: "要像“USD 0.02-10/1;EUR 0.02-10/1”这样填写：币种 最低竞价-最高竞价/最低日预算",
    value:
      "USD 0.02-10/1;CAD 0.02-13/1;MXN 0.1-150/20;GBP 0.02-8/1;EUR 0.02-10/1;JPY 2-1500/100;AUD 0.1-15/1.4;AED 0.24-40/4",
  },
  ads_step_percent: percent("50"),
  ads_stop: { type: "bool", value: "false" },
} as const satisfies Record<string, ParamSpec>;

export type ParamKey = keyof typeof PARAMS;

/** Exact decimals and dates (yyyy-MM-dd) are strings; a date may be null. */
export type ParamValue<K extends ParamKey> = (typeof PARAMS)[K]["type"] extends "bool"
  ? boolean
  : (typeof PARAMS)[K]["type"] extends "date"
    ? string | null
    : string;

/**
 * Value of a parameter for a tenant, read in the caller's transaction. Numbers come as exact decimal
 * strings (supply.md 0.7), switches as booleans.
 */
export async function param<K extends ParamKey>(sql: Sql, tenantId: string, key: K): Promise<ParamValue<K>>;
export async function param(sql: Sql, tenantId: string, key: ParamKey): Promise<unknown> {
  const row = await sql.one<{ value: string | null }>(
    "select value from sys_param where tenant_id = $1 and param_key = $2 and del_flag = 0",
    [tenantId, key],
  );
  const spec: ParamSpec = PARAMS[key];
  const value = row ? row.value : spec.value;
  return spec.type === "bool" ? value === "true" : value;
}
