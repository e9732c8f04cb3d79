import { z } from "zod";
import type { Service } from "../http/words";
import type { World } from "../world/world";
import { adEntityRoutes } from "./entities";
import { daysBetween, rowsOf } from "./figures";
import { adReportRoutes } from "./reports";

const id = z.string().regex(/^\d{1,15}$/);
const profile = z.string().regex(/^\d{1,30}$/);
const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/);
const few = z.number().int().min(0).max(100_000);
const state = z.enum(["ENABLED", "PAUSED", "ARCHIVED"]);
const parts = z.array(z.object({ type: z.string().min(1).max(60), value: z.string().max(200).optional() })).min(1);
const campaign = z.object({
  profile,
  currency: z.string().regex(/^[A-Z]{3}$/),
  id,
  name: z.string().min(1).max(200),
  product: z.enum(["SP", "SB", "SD"]),
  state: state.default("ENABLED"),
  budget: amount.default("10.00"),
  adGroupId: id.default("1"),
  skus: z.array(z.object({ sku: z.string().min(1).max(60), asin: z.string().max(20).optional() })).default([]),
  keywords: z
    .array(
      z.object({
        id,
        text: z.string().min(1).max(100),
        match: z.enum(["BROAD", "PHRASE", "EXACT"]),
        bid: amount,
        state: state.optional(),
      }),
    )
    .default([]),
  targets: z
    .array(
      z.object({ id, expression: parts, resolved: parts.optional(), bid: amount.optional(), state: state.optional() }),
    )
    .optional(),
});
const said = z.object({
  campaignId: id,
  day: z.iso.date(),
  sku: z.string().max(60).optional(),
  keywordId: id.optional(),
  targetId: id.optional(),
  impressions: few.default(0),
  clicks: few.default(0),
  cost: amount,
  purchases: few.default(0),
  sales: amount.default("0"),
  units: few.default(0),
});
const order = z
  .object({
    /** Campaigns, in place of those of the same number and account. */
    campaigns: z.array(campaign).max(10_000),
    /** What a day is: of a product, a keyword or a target, else of the campaign, whatever its products are. */
    said: z.array(said).max(10_000),
    /** Figures of so many days up to yesterday, or of those named, are told anew, so many times as large. */
    restate: z.object({
      profile,
      days: z.number().int().min(1).max(100).optional(),
      from: z.iso.date().optional(),
      till: z.iso.date().optional(),
      factor: z.number().min(0).max(100),
    }),
    /** How reports of an account are answered. */
    papers: z
      .object({
        profile,
        throttle: few,
        retryAfter: few,
        failed: few,
        corrupt: few,
        truncate: few,
        missingDays: few,
        slow: few,
        linkSeconds: few,
        partial: few,
      })
      .partial({
        throttle: true,
        retryAfter: true,
        failed: true,
        corrupt: true,
        truncate: true,
        missingDays: true,
        slow: true,
        linkSeconds: true,
        partial: true,
      })
      .strict(),
  })
  .partial()
  .strict();

const hundredths = (text: string) => Math.round(Number(text) * 100);
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** Days of which the truth is told. */
const TRUE_DAYS = 62;

/** Amazon's advertising interface: its reports of version 3, and what its Sponsored Products consist of. */
export const ads = (world: World): Service => ({
  name: "ads",
  login: { path: "/auth/o2/token", account: "client_id", secret: "client_secret" },
  token: { header: "authorization", before: "Bearer " },
  fault: (status, message) => ({ code: String(status), details: message }),
  routes: [...adReportRoutes(world), ...adEntityRoutes(world)],
  control(body) {
    const told = order.parse(body);
    for (const one of told.campaigns ?? []) {
      world.ads.campaigns = world.ads.campaigns.filter((c) => c.id !== one.id || c.profile !== one.profile);
      world.ads.campaigns.push(one);
    }
    for (const { campaignId, day, sku, keywordId, targetId, cost, sales, ...counted } of told.said ?? [])
      world.ads.said.push({
        campaignId,
        day,
        ...(sku && { sku }),
        ...(keywordId && { keywordId }),
        ...(targetId && { targetId }),
        counted: { ...counted, cost: hundredths(cost), sales: hundredths(sales) },
      });
    if (told.restate) {
      const { profile: of, days = 4, factor, from, till } = told.restate;
      world.ads.restated.push({ profile: of, from: from ?? dayBefore(days), till: till ?? dayBefore(0), factor });
    }
    if (told.papers) {
      const { profile: of, ...mood } = told.papers;
      world.ads.moods[of] = { ...world.ads.moods[of], ...mood };
    }
    return {};
  },
  heard: () => {
    const days = daysBetween(dayBefore(TRUE_DAYS), dayBefore(0));
    const profiles = [...new Set(world.ads.campaigns.map((c) => c.profile))];
    const truth = (level: "campaign" | "product" | "keyword" | "term") =>
      profiles.flatMap((of) =>
        ["SP", "SB", "SD"].flatMap((product) =>
          rowsOf(world, { profile: of, product, level, days }).map(
            ({ day, campaign: c, sku, keyword, target, term, counted }) => ({
              profile: of,
              day,
              campaignId: c.id,
              ...(sku && { sku: sku.sku }),
              ...(keyword && { keywordId: keyword.id }),
              ...(target && { targetId: target.id }),
              ...(term && { term }),
              ...counted,
            }),
          ),
        ),
      );
    return {
      campaigns: world.ads.campaigns,
      reports: Object.entries(world.ads.reports).map(([reportId, { key: _, columns: __, ...r }]) => ({
        reportId,
        ...r,
      })),
      truth: {
        campaigns: truth("campaign"),
        products: truth("product"),
        keywords: truth("keyword"),
        terms: truth("term"),
      },
    };
  },
});
