import { z } from "zod";
import type { Answer, Ask, Route } from "../http/words";
import { Fault } from "../http/words";
import type { AdCampaign } from "../world/ads";
import type { World } from "../world/world";
import { isAuto } from "./kinds";
import { inMood, profileOf, throttled } from "./reports";

const ids = z.object({ include: z.array(z.coerce.string()).max(1000) });
const listed = z.object({
  maxResults: z.number().int().min(1).max(500).default(100),
  nextToken: z.coerce.number().int().min(0).optional(),
  campaignIdFilter: ids.optional(),
  adGroupIdFilter: ids.optional(),
  keywordIdFilter: ids.optional(),
  targetIdFilter: ids.optional(),
  negativeKeywordIdFilter: ids.optional(),
});
const state = z.enum(["ENABLED", "PAUSED", "ARCHIVED"]);
const number = z.coerce.string();
const words = z.string().min(1).max(80);

type IdName = "campaignId" | "adGroupId" | "keywordId" | "targetId" | "negativeKeywordId";
type Filter = `${IdName}Filter`;
type Row = Record<string, unknown>;

/** A kind of thing of an account: how it is listed, and what may be said of one. */
interface AdThingKind {
  name: string;
  path: string;
  type: string;
  idName: IdName;
  rows(campaign: AdCampaign): (Row & { campaignId: string })[];
  /** Changes one thing. @throws Fault why not */
  put?(world: World, profile: string, row: unknown): string;
  /** Makes one. @throws Fault why not */
  post?(world: World, profile: string, row: unknown): string;
}

const campaignsOf = (world: World, profile: string) =>
  world.ads.campaigns.filter((c) => c.profile === profile && c.product === "SP");

function campaignOf(world: World, profile: string, wanted: string): AdCampaign {
  const found = campaignsOf(world, profile).find((c) => c.id === wanted);
  if (!found) throw new Fault(404, `Campaign ${wanted} not found`);
  return found;
}

const LEAST_BID = 0.02;
const bidOf = (bid: number) => {
  if (bid < LEAST_BID) throw new Fault(400, `Bid must be at least ${LEAST_BID}`);
  return bid.toFixed(2);
};

/** Numbers of things that are made, each once. */
const nextId = (world: World) =>
  String(
    world.ads.campaigns
      .flatMap((c) => [...c.keywords, ...(c.negatives ?? [])])
      .reduce((most, { id }) => Math.max(most, Number(id)), 990_000_000) + 1,
  );

/** Changes state or bid of one of what campaigns bid on. */
const bidOn =
  (
    name: "Keyword" | "Target",
    of: (campaign: AdCampaign) => readonly { id: string; bid?: string; state?: z.output<typeof state> }[],
  ): AdThingKind["put"] =>
  (world, profile, row) => {
    const idName = `${name.toLowerCase()}Id`;
    const asked = z
      .object({ id: number, state: state.optional(), bid: z.number().optional() })
      .parse({ ...Object(row), id: Object(row)[idName] });
    const thing = campaignsOf(world, profile)
      .flatMap(of)
      .find(({ id }) => id === asked.id);
    if (!thing) throw new Fault(404, `${name} not found`);
    if (asked.bid !== undefined) thing.bid = bidOf(asked.bid);
    if (asked.state) thing.state = asked.state;
    return thing.id;
  };

const wordedRow = z.object({
  campaignId: number,
  adGroupId: number,
  keywordText: words,
  matchType: z.string(),
  state: state.default("ENABLED"),
  bid: z.number().optional(),
});

const kinds: readonly AdThingKind[] = [
  {
    name: "campaigns",
    path: "/sp/campaigns",
    type: "application/vnd.spCampaign.v3+json",
    idName: "campaignId",
    rows: (c) => [
      {
        campaignId: c.id,
        name: c.name,
        state: c.state,
        targetingType: c.keywords.length || c.targets?.some((one) => !isAuto(one)) ? "MANUAL" : "AUTO",
        budget: { budget: Number(c.budget), budgetType: "DAILY" },
      },
    ],
    put(world, profile, row) {
      const asked = z
        .object({ campaignId: number, state: state.optional(), budget: z.object({ budget: z.number() }).optional() })
        .parse(row);
      const campaign = campaignOf(world, profile, asked.campaignId);
      if (asked.budget && asked.budget.budget < 1) throw new Fault(400, "Budget must be at least 1");
      if (asked.budget) campaign.budget = asked.budget.budget.toFixed(2);
      if (asked.state) campaign.state = asked.state;
      return campaign.id;
    },
  },
  {
    name: "adGroups",
    path: "/sp/adGroups",
    type: "application/vnd.spAdGroup.v3+json",
    idName: "adGroupId",
    rows: (c) => [
      { adGroupId: c.adGroupId, campaignId: c.id, name: `${c.name} group`, state: "ENABLED", defaultBid: 0.5 },
    ],
  },
  {
    name: "keywords",
    path: "/sp/keywords",
    type: "application/vnd.spKeyword.v3+json",
    idName: "keywordId",
    rows: (c) =>
      c.keywords.map((k) => ({
        keywordId: k.id,
        campaignId: c.id,
        adGroupId: c.adGroupId,
        keywordText: k.text,
        matchType: k.match,
        state: k.state ?? "ENABLED",
        bid: Number(k.bid),
      })),
    put: bidOn("Keyword", (c) => c.keywords),
    post(world, profile, row) {
      const asked = wordedRow.extend({ matchType: z.enum(["BROAD", "PHRASE", "EXACT"]) }).parse(row);
      const { keywords } = campaignOf(world, profile, asked.campaignId);
      const text = asked.keywordText.toLowerCase();
      if (keywords.some((k) => k.text.toLowerCase() === text && k.match === asked.matchType))
        throw new Fault(400, "Keyword already exists");
      const id = nextId(world);
      keywords.push({
        id,
        text: asked.keywordText,
        match: asked.matchType,
        bid: bidOf(asked.bid ?? 0.5),
        state: asked.state,
      });
      return id;
    },
  },
  {
    name: "targetingClauses",
    path: "/sp/targets",
    type: "application/vnd.spTargetingClause.v3+json",
    idName: "targetId",
    rows: (c) =>
      (c.targets ?? []).map((one) => ({
        targetId: one.id,
        campaignId: c.id,
        adGroupId: c.adGroupId,
        state: one.state ?? "ENABLED",
        expressionType: isAuto(one) ? "AUTO" : "MANUAL",
        expression: one.expression,
        resolvedExpression: one.resolved ?? one.expression,
        ...(one.bid && { bid: Number(one.bid) }),
      })),
    put: bidOn("Target", (c) => c.targets ?? []),
  },
  {
    name: "negativeKeywords",
    path: "/sp/negativeKeywords",
    type: "application/vnd.spNegativeKeyword.v3+json",
    idName: "negativeKeywordId",
    rows: (c) =>
      (c.negatives ?? []).map((n) => ({
        keywordId: n.id,
        campaignId: c.id,
        adGroupId: c.adGroupId,
        keywordText: n.text,
        matchType: n.match,
        state: n.state,
      })),
    post(world, profile, row) {
      const asked = wordedRow.extend({ matchType: z.enum(["NEGATIVE_EXACT", "NEGATIVE_PHRASE"]) }).parse(row);
      const campaign = campaignOf(world, profile, asked.campaignId);
      const id = nextId(world);
      campaign.negatives = [
        ...(campaign.negatives ?? []),
        { id, text: asked.keywordText, match: asked.matchType, state: asked.state },
      ];
      return id;
    },
  },
];

const matches = (row: Row, asked: z.output<typeof listed>, { idName }: AdThingKind) => {
  const own = idName === "negativeKeywordId" ? "keywordId" : idName;
  const is = (filter: Filter, key: string) => !asked[filter] || asked[filter].include.includes(String(row[key]));
  return is(`${idName}Filter`, own) && is("campaignIdFilter", "campaignId") && is("adGroupIdFilter", "adGroupId");
};

/** Things of an account: listed, changed and made; several at once, each answered for (207). */
export function adEntityRoutes(world: World): Route[] {
  const guarded = (kind: AdThingKind, run: (ask: Ask, profile: string) => Answer) => (ask: Ask) => {
    const profile = profileOf(ask);
    const later = throttled(world, profile);
    if (later) return later;
    if (ask.header("content-type") !== kind.type || ask.header("accept") !== kind.type)
      throw new Fault(415, "Cannot consume content type");
    return run(ask, profile);
  };
  const answered = (
    kind: AdThingKind,
    profile: string,
    rows: readonly unknown[],
    work: (row: unknown) => string,
  ): Answer => {
    const success: object[] = [];
    const error: object[] = [];
    for (const [index, row] of rows.entries())
      try {
        if (inMood(world, profile, "partial")) throw new Fault(400, "Entity is locked by another change");
        success.push({ index, [kind.idName]: work(row) });
      } catch (fault) {
        if (!(fault instanceof Fault || fault instanceof z.ZodError)) throw fault;
        error.push({
          index,
          errors: [{ errorType: "otherError", errorValue: { otherError: { message: fault.message } } }],
        });
      }
    return { status: 207, json: { [kind.name]: { success, error } } };
  };
  const rowsIn = (kind: AdThingKind, body: unknown) =>
    z.object({ [kind.name]: z.array(z.unknown()).min(1).max(1000) }).parse(body)[kind.name] ?? [];

  const each = (method: "PUT" | "POST", kind: AdThingKind, work: AdThingKind["put"]): Route[] =>
    work
      ? [
          {
            method,
            path: new RegExp(`^${kind.path}$`),
            run: guarded(kind, (ask, profile) =>
              answered(kind, profile, rowsIn(kind, ask.body), (row) => work(world, profile, row)),
            ),
          },
        ]
      : [];

  return kinds.flatMap((kind): Route[] => [
    {
      method: "POST",
      path: new RegExp(`^${kind.path}/list$`),
      run: guarded(kind, (ask, profile) => {
        const asked = listed.parse(ask.body ?? {});
        const all = campaignsOf(world, profile)
          .flatMap(kind.rows)
          .filter((row) => matches(row, asked, kind));
        const from = asked.nextToken ?? 0;
        const till = from + asked.maxResults;
        return {
          json: {
            [kind.name]: all.slice(from, till),
            totalResults: all.length,
            ...(till < all.length && { nextToken: String(till) }),
          },
        };
      }),
    },
    ...each("PUT", kind, kind.put),
    ...each("POST", kind, kind.post),
    ...(kind.name === "negativeKeywords"
      ? [
          {
            method: "POST" as const,
            path: new RegExp(`^${kind.path}/delete$`),
            run: guarded(kind, (ask, profile) => {
              const wanted = listed.parse(ask.body).negativeKeywordIdFilter?.include ?? [];
              return answered(kind, profile, wanted, (row) => {
                const found = campaignsOf(world, profile)
                  .flatMap((c) => c.negatives ?? [])
                  .find((n) => n.id === row);
                if (!found) throw new Fault(404, "Negative keyword not found");
                found.state = "ARCHIVED";
                return found.id;
              });
            }),
          },
        ]
      : []),
  ]);
}
