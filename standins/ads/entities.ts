import { z } from "zod";
import type { Answer, Ask, Route } from "../http/words";
import { Fault } from "../http/words";
import type { AdCampaign } from "../world/ads";
import type { World } from "../world/world";
import { inMood, profileOf, throttled } from "./reports";

const ids = z.object({ include: z.array(z.coerce.string()).max(1000) });
const listed = z.object({
  maxResults: z.number().int().min(1).max(500).default(100),
  nextToken: z.coerce.number().int().min(0).optional(),
  campaignIdFilter: ids.optional(),
  adGroupIdFilter: ids.optional(),
  keywordIdFilter: ids.optional(),
  negativeKeywordIdFilter: ids.optional(),
});
const state = z.enum(["ENABLED", "PAUSED", "ARCHIVED"]);
const number = z.coerce.string();
const words = z.string().min(1).max(80);

type Filter = "campaignIdFilter" | "adGroupIdFilter" | "keywordIdFilter" | "negativeKeywordIdFilter";
type Row = Record<string, unknown>;

/** A kind of thing of an account: how it is listed, and what may be said of one. */
interface AdThingKind {
  name: string;
  path: string;
  type: string;
  by: Filter;
  idName: string;
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
    by: "campaignIdFilter",
    idName: "campaignId",
    rows: (c) => [
      {
        campaignId: c.id,
        name: c.name,
        state: c.state,
        targetingType: c.keywords.length ? "MANUAL" : "AUTO",
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
    by: "adGroupIdFilter",
    idName: "adGroupId",
    rows: (c) => [
      { adGroupId: c.adGroupId, campaignId: c.id, name: `${c.name} group`, state: "ENABLED", defaultBid: 0.5 },
    ],
  },
  {
    name: "keywords",
    path: "/sp/keywords",
    type: "application/vnd.spKeyword.v3+json",
    by: "keywordIdFilter",
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
    put(world, profile, row) {
      const asked = z.object({ keywordId: number, state: state.optional(), bid: z.number().optional() }).parse(row);
      const word = campaignsOf(world, profile)
        .flatMap((c) => c.keywords)
        .find((k) => k.id === asked.keywordId);
      if (!word) throw new Fault(404, "Keyword not found");
      if (asked.bid !== undefined) word.bid = bidOf(asked.bid);
      if (asked.state) word.state = asked.state;
      return word.id;
    },
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
    name: "negativeKeywords",
    path: "/sp/negativeKeywords",
    type: "application/vnd.spNegativeKeyword.v3+json",
    by: "negativeKeywordIdFilter",
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

function requireType(ask: Ask, type: string): void {
  if (ask.header("content-type") !== type || ask.header("accept") !== type)
    throw new Fault(415, "Cannot consume content type");
}

const matches = (row: Row, asked: z.output<typeof listed>, { by, name }: AdThingKind) => {
  const own =
    name === "negativeKeywords" || name === "keywords" ? "keywordId" : name === "adGroups" ? "adGroupId" : "campaignId";
  const is = (filter: Filter, key: string) => !asked[filter] || asked[filter].include.includes(String(row[key]));
  return is(by, own) && is("campaignIdFilter", "campaignId") && is("adGroupIdFilter", "adGroupId");
};

/** Things of an account: listed, changed and made; several at once, each answered for (207). */
export function adEntityRoutes(world: World): Route[] {
  const guarded = (kind: AdThingKind, run: (ask: Ask, profile: string) => Answer) => (ask: Ask) => {
    const profile = profileOf(ask);
    const later = throttled(world, profile);
    if (later) return later;
    requireType(ask, kind.type);
    return run(ask, profile);
  };
  const each = (
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

  return kinds.flatMap((kind): Route[] => {
    const { put, post } = kind;
    return [
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
      ...(put
        ? [
            {
              method: "PUT" as const,
              path: new RegExp(`^${kind.path}$`),
              run: guarded(kind, (ask, profile) =>
                each(kind, profile, rowsIn(kind, ask.body), (row) => put(world, profile, row)),
              ),
            },
          ]
        : []),
      ...(post
        ? [
            {
              method: "POST" as const,
              path: new RegExp(`^${kind.path}$`),
              run: guarded(kind, (ask, profile) =>
                each(kind, profile, rowsIn(kind, ask.body), (row) => post(world, profile, row)),
              ),
            },
          ]
        : []),
      ...(kind.name === "negativeKeywords"
        ? [
            {
              method: "POST" as const,
              path: new RegExp(`^${kind.path}/delete$`),
              run: guarded(kind, (ask, profile) => {
                const wanted = listed.parse(ask.body).negativeKeywordIdFilter?.include ?? [];
                return each(kind, profile, wanted, (row) => {
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
    ];
  });
}
