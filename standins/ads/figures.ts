import type { AdCampaign, AdCounted, AdTarget } from "../world/ads";
import { digitsOf, type World } from "../world/world";

const NONE: AdCounted = { impressions: 0, clicks: 0, cost: 0, purchases: 0, sales: 0, units: 0 };
const NAMES = ["impressions", "clicks", "cost", "purchases", "sales", "units"] as const;

/** A row of a report: one thing of one day. */
export interface AdRow {
  day: string;
  campaign: AdCampaign;
  sku?: AdCampaign["skus"][number];
  keyword?: AdCampaign["keywords"][number];
  target?: AdTarget;
  /** What people typed who came by the keyword. */
  term?: string;
  counted: AdCounted;
}

const plus = (a: AdCounted, b: AdCounted): AdCounted => ({
  impressions: a.impressions + b.impressions,
  clicks: a.clicks + b.clicks,
  cost: a.cost + b.cost,
  purchases: a.purchases + b.purchases,
  sales: a.sales + b.sales,
  units: a.units + b.units,
});

/** What happened: always the same for the same thing of the same day. */
function happened(world: World, thing: string, day: string): AdCounted {
  const digits = digitsOf(`${world.seed} ${thing} ${day}`, 8);
  const clicks = Number(digits.slice(0, 2)) % 24;
  const purchases = Math.floor((clicks * (Number(digits.slice(2, 4)) % 20)) / 100);
  return {
    impressions: clicks * 40 + Number(digits.slice(4, 6)),
    clicks,
    cost: clicks * (35 + (Number(digits.slice(6)) % 60)),
    purchases,
    sales: purchases * (1500 + Number(digits.slice(2, 6))),
    units: purchases,
  };
}

function restated(world: World, { profile }: AdCampaign, day: string, counted: AdCounted): AdCounted {
  const factor = world.ads.restated
    .filter((r) => r.profile === profile && r.from <= day && day <= r.till)
    .reduce((all, r) => all * r.factor, 1);
  if (factor === 1) return counted;
  const again = { ...counted };
  for (const name of NAMES) again[name] = Math.round(counted[name] * factor);
  return again;
}

/** What the world knows of a product, a keyword, a target or, without any, of a campaign on a day. */
export function countedOf(
  world: World,
  campaign: AdCampaign,
  day: string,
  of: Pick<AdRow, "sku" | "keyword" | "target"> = {},
): AdCounted {
  const said = [...world.ads.said]
    .reverse()
    .find(
      (s) =>
        s.campaignId === campaign.id &&
        s.day === day &&
        s.sku === of.sku?.sku &&
        s.keywordId === of.keyword?.id &&
        s.targetId === of.target?.id,
    );
  if (said) return restated(world, campaign, day, said.counted);
  if (of.sku || of.keyword || of.target || !campaign.skus.length) {
    const clause = of.target ? `target ${of.target.id}` : (of.keyword?.id ?? "");
    return restated(world, campaign, day, happened(world, `${campaign.id} ${of.sku?.sku ?? ""} ${clause}`, day));
  }
  return campaign.skus.reduce((all, sku) => plus(all, countedOf(world, campaign, day, { sku })), NONE);
}

/** Days from..till, each once. */
export function daysBetween(from: string, till: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${till}T00:00:00Z`); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

type Level = "campaign" | "product" | "keyword" | "term";

/** Half of who comes by a keyword typed just it, the others a little more. */
function termsOf(row: AdRow): AdRow[] {
  if (!row.keyword) return [];
  const part = (of: (count: number) => number): AdCounted => {
    const { impressions, clicks, cost, purchases, sales, units } = row.counted;
    return {
      impressions: of(impressions),
      clicks: of(clicks),
      cost: of(cost),
      purchases: of(purchases),
      sales: of(sales),
      units: of(units),
    };
  };
  const { text } = row.keyword;
  return [
    { ...row, term: text, counted: part((n) => Math.ceil(n / 2)) },
    { ...row, term: `${text} cheap`, counted: part((n) => Math.floor(n / 2)) },
  ];
}

/** Rows of a report, without those of which there is nothing to say. */
export function rowsOf(
  world: World,
  { profile, product, level, days }: { profile: string; product: string; level: Level; days: readonly string[] },
): AdRow[] {
  const campaigns = world.ads.campaigns.filter((c) => c.profile === profile && c.product === product);
  const things = (campaign: AdCampaign): Omit<AdRow, "day" | "counted">[] => {
    if (level === "product") return campaign.skus.map((sku) => ({ campaign, sku }));
    const words = campaign.keywords.map((keyword) => ({ campaign, keyword }));
    if (level === "term") return words;
    if (level === "keyword") return [...words, ...(campaign.targets ?? []).map((target) => ({ campaign, target }))];
    return [{ campaign }];
  };
  return days.flatMap((day) =>
    campaigns
      .flatMap(things)
      .map((thing) => ({ ...thing, day, counted: countedOf(world, thing.campaign, day, thing) }))
      .flatMap((row) => (level === "term" ? termsOf(row) : [row]))
      .filter(({ counted }) => NAMES.some((name) => counted[name] > 0)),
  );
}
