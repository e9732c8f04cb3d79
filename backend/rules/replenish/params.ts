import type { RuleContext } from "../../documents/rules";
import { type ParamKey, param } from "../../values/params";
import type { Weights } from "./reckon";

/** What holds for all rows (系统参数). */
export interface Settings {
  weights: Weights;
  leadDays: number;
  safetyDays: number;
  coverDays: number;
  reviewDays: number;
  mode: string;
  /** From a warehouse abroad into the platform's. */
  localDays: number;
}

/** Days from one warehouse to one abroad, by the way of transport. */
const MODE_DAYS: Readonly<Record<string, ParamKey>> = {
  sea: "replenish_days_sea",
  seaExpress: "replenish_days_sea_express",
  air: "replenish_days_air",
  rail: "replenish_days_rail",
  truck: "replenish_days_truck",
  express: "replenish_days_express",
};

type Where = Pick<RuleContext, "sql" | "tenantId">;

export async function settingsOf({ sql, tenantId }: Where): Promise<Settings> {
  const number = async (key: ParamKey) => Number(await param(sql, tenantId, key));
  return {
    weights: [
      await number("replenish_weight_7"),
      await number("replenish_weight_30"),
      await number("replenish_weight_90"),
    ],
    leadDays: await number("replenish_lead_days"),
    safetyDays: await number("replenish_safety_days"),
    coverDays: await number("replenish_cover_days"),
    reviewDays: await number("replenish_review_days"),
    localDays: await number("replenish_days_local"),
    mode: String(await param(sql, tenantId, "replenish_mode")),
  };
}

/** Days of each way of transport; one that nobody set days for takes those by sea. */
export async function modeDays({ sql, tenantId }: Where): Promise<(mode: string) => number> {
  const found = new Map<string, number>();
  for (const [mode, key] of Object.entries(MODE_DAYS))
    found.set(mode, Number(await param(sql, tenantId, key)));
  return (mode) => found.get(mode) ?? found.get("sea") ?? 0;
}
