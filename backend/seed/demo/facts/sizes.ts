/** How many figures the demo data has. */
export interface FactSize {
  name: string;
  /** Every n-th SKU of a group. */
  every: number;
  /** Full months before the current one. */
  months: number;
  /** Days of product and keyword facts. */
  adDays: number;
  /** Part of the 480 campaigns. */
  campaigns: number;
  keywords: number;
}

/**
 * `full` is market.md 13; `standard` what a first start loads: all months and groups, fewer SKUs that
 * sell as much; `small` and `tiny` are for tests.
 */
export const FACT_SIZES: Record<string, FactSize> = {
  full: { name: "full", every: 1, months: 24, adDays: 120, campaigns: 1, keywords: 9600 },
  standard: {
    name: "standard",
    every: 4,
    months: 24,
    adDays: 120,
    campaigns: 1 / 2,
    keywords: 2400,
  },
  small: { name: "small", every: 8, months: 6, adDays: 60, campaigns: 1 / 8, keywords: 600 },
  tiny: { name: "tiny", every: 8, months: 0, adDays: 20, campaigns: 1 / 8, keywords: 300 },
};

/** Facts that come with each DEMO_PROFILE; `staff` has none. */
const OF_PROFILE: Record<string, string> = { full: "standard", small: "small" };

/**
 * The wanted size, or undefined for none. DEMO_FACTS (full, standard, small, none) says it; without it
 * DEMO_PROFILE does, and `asked` is false: facts that are there stay as they are.
 * @throws Error in Chinese for another word
 */
export function wantedSize(env: Record<string, string | undefined>) {
  const asked = env.DEMO_FACTS || undefined;
  if (asked && asked !== "none" && !Object.hasOwn(FACT_SIZES, asked))
    throw new Error(`环境变量 DEMO_FACTS：只能是 full、standard、small 或 none，当前是 ${asked}`);
  const name = asked ?? OF_PROFILE[env.DEMO_PROFILE || "full"] ?? "none";
  return { size: FACT_SIZES[name], asked: Boolean(asked) };
}
