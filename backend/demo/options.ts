/** How much demo data, of which day; the same options give the same data. */
export interface DemoOptions {
  /** One line of progress. */
  log?: (line: string) => void;
  /** False: people only, with DEMO_PROFILE=staff. */
  documents?: boolean;
  /** Share of the full volume, above 0 up to 1. Default: 1, or 1/8 with DEMO_PROFILE=small. */
  scale?: number;
  /** Default: DEMO_SEED, else erp-demo-1. */
  seed?: string;
  /** Business day yyyy-MM-dd that the data ends on. Default: DEMO_TODAY, else today in Shanghai. */
  today?: string;
}

const businessDay = () => new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(new Date());

/** @throws Error in Chinese when DEMO_TODAY or DEMO_PROFILE cannot be read. */
export function readDemoOptions(
  given: DemoOptions,
  env: Record<string, string | undefined> = process.env,
): Required<DemoOptions> {
  const profile = env.DEMO_PROFILE || "full";
  if (!["full", "small", "staff"].includes(profile))
    throw new Error(`环境变量 DEMO_PROFILE：只能是 full、small 或 staff，当前是 ${profile}`);
  const today = given.today ?? (env.DEMO_TODAY || businessDay());
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today) || Number.isNaN(Date.parse(today)))
    throw new Error(`环境变量 DEMO_TODAY：要写成 yyyy-MM-dd，当前是 ${today}`);
  return {
    documents: given.documents ?? profile !== "staff",
    log: given.log ?? (() => {}),
    scale: given.scale ?? (profile === "small" ? 1 / 8 : 1),
    seed: given.seed ?? (env.DEMO_SEED || "erp-demo-1"),
    today,
  };
}

/**
 * The profile of which a demonstration was made once; none where the settings ask for another day or seed, or for people only.
 * @throws Error in Chinese for a profile that is none
 */
export function profileMade(env: Record<string, string | undefined> = process.env): string | undefined {
  const { documents, scale } = readDemoOptions({}, env);
  if (!documents || env.DEMO_SEED || env.DEMO_TODAY) return undefined;
  return scale < 1 ? "small" : "full";
}
