import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import type { Connector } from "#backend/engine/connect/connector";
import type { Sql } from "#backend/platform/db";
import { targetOf } from "./targets";

/** A kind of thing in an advertising account, as Amazon Ads calls it (Sponsored Products, version 3). */
export interface AdEntity<R> {
  /** Its name in what is sent and answered. */
  name: string;
  path: string;
  /** Media type of its calls. */
  type: string;
  /** Filter by its ids. */
  by: string;
  /** Its id in what is sent. */
  id: string;
  row: z.ZodType<R>;
}

type AdEntityPlace = Omit<AdEntity<unknown>, "row">;

const entity = <R>(one: Omit<AdEntity<R>, "by" | "id">, id: string): AdEntity<R> => ({ ...one, by: `${id}Filter`, id });
const platformId = z.union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)]).transform(String);
const state = z.enum(["ENABLED", "PAUSED", "ARCHIVED"]);
const money = z.union([z.number().min(0).max(1e9), z.string().regex(/^\d{1,10}(\.\d+)?$/)]).transform(String);
const part = z.object({ type: z.string().max(60), value: z.string().max(300).nullish() });
const worded = {
  keywordId: platformId,
  campaignId: platformId,
  adGroupId: platformId,
  keywordText: z.string().min(1).max(500),
  matchType: z.string().max(40),
  state,
};

export const AD_CAMPAIGNS = entity(
  {
    name: "campaigns",
    path: "/sp/campaigns",
    type: "application/vnd.spCampaign.v3+json",
    row: z.object({
      campaignId: platformId,
      name: z.string().max(300),
      state,
      targetingType: z.string().max(40).nullish(),
      budget: z.object({ budget: money }).nullish(),
    }),
  },
  "campaignId",
);
export const AD_GROUPS = entity(
  {
    name: "adGroups",
    path: "/sp/adGroups",
    type: "application/vnd.spAdGroup.v3+json",
    row: z.object({
      adGroupId: platformId,
      campaignId: platformId,
      name: z.string().max(300),
      state,
      defaultBid: money.nullish(),
    }),
  },
  "adGroupId",
);
export const AD_KEYWORDS = entity(
  {
    name: "keywords",
    path: "/sp/keywords",
    type: "application/vnd.spKeyword.v3+json",
    row: z.object({ ...worded, bid: money.nullish() }),
  },
  "keywordId",
);
/** What is bid on that is no keyword, read as one: what it is stands in its words. */
export const AD_TARGETS = entity(
  {
    name: "targetingClauses",
    path: "/sp/targets",
    type: "application/vnd.spTargetingClause.v3+json",
    row: z
      .object({
        targetId: platformId,
        campaignId: platformId,
        adGroupId: platformId,
        state,
        expression: z.array(part).max(50).nullish(),
        // The same with names of categories and brands in place of their numbers.
        resolvedExpression: z.array(part).max(50).nullish(),
        bid: money.nullish(),
      })
      .transform(({ targetId, expression, resolvedExpression, ...row }) => ({
        ...row,
        keywordId: targetId,
        ...targetOf(resolvedExpression?.length ? resolvedExpression : (expression ?? [])),
      })),
  },
  "targetId",
);
export const AD_NEGATIVES = entity(
  {
    name: "negativeKeywords",
    path: "/sp/negativeKeywords",
    type: "application/vnd.spNegativeKeyword.v3+json",
    row: z.object(worded),
  },
  "negativeKeywordId",
);

/** Rows of one answer, and of one change. */
export const AD_PAGE = 100;
/** Answers of one listing at most: no account has so many. */
const MOST_PAGES = 5000;

/** Filters by name, each with the values that are meant. */
type AdFilters = Readonly<Record<string, readonly string[]>>;

/**
 * What an account has of a kind, a page at a time.
 * @param only filters; all of the account without any
 * @throws Later, Refused as `call`
 */
export async function* listAdEntities<R>(
  sql: Sql,
  connector: Connector,
  { name, path, type, row }: AdEntity<R>,
  only: AdFilters = {},
): AsyncGenerator<R[]> {
  const page = z.object({ rows: z.array(row).default([]), nextToken: z.string().max(4000).nullish() });
  let next: string | null | undefined;
  for (let n = 0; n < MOST_PAGES; n++) {
    const { rows, nextToken } = await call(sql, connector, {
      method: "POST",
      path: `${path}/list`,
      type,
      accept: type,
      body: {
        maxResults: AD_PAGE,
        ...Object.fromEntries(Object.entries(only).map(([filter, include]) => [filter, { include }])),
        ...(next && { nextToken: next }),
      },
      schema: z.preprocess((given) => ({ rows: Object(given)[name], nextToken: Object(given).nextToken }), page),
    });
    if (rows.length) yield rows;
    next = nextToken;
    if (!next) return;
  }
}

/** What became of one of several things that were sent: its number, or why not. */
export type AdAnswer = { id: string | null } | { fault: string };

const MOST_SAID = 300;
/** What an error says, however deep its sentence lies. */
function sentenceIn(error: unknown, depth = 0): string | undefined {
  if (typeof error !== "object" || !error || depth > 4) return undefined;
  for (const key of ["message", "reason", "details"]) {
    const said: unknown = Reflect.get(error, key);
    if (typeof said === "string" && said) return said.slice(0, MOST_SAID);
  }
  return Object.values(error)
    .map((part) => sentenceIn(part, depth + 1))
    .find(Boolean);
}

/** The number of what was done, by whatever name it has. */
function numberOf(row: object): string | null {
  const found = ["keywordId", "targetId", "negativeKeywordId", "campaignId", "adGroupId"]
    .map((name) => platformId.safeParse(Reflect.get(row, name)))
    .find(({ success }) => success);
  return found?.data ?? null;
}

const index = z.number().int().min(0).max(10_000);
const answered = z.object({
  success: z.array(z.looseObject({ index })).default([]),
  error: z.array(z.looseObject({ index, errors: z.array(z.unknown()).default([]) })).default([]),
});

/** @returns an answer by place; none: the account said nothing of that one */
async function answersTo(
  sql: Sql,
  connector: Connector,
  { name, type }: AdEntityPlace,
  { method, path, body }: { method: "POST" | "PUT"; path: string; body: object },
): Promise<Map<number, AdAnswer>> {
  const { success, error } = await call(sql, connector, {
    method,
    path,
    type,
    accept: type,
    body,
    schema: z.preprocess((given) => Object(given)[name], answered),
  });
  return new Map<number, AdAnswer>([
    ...success.map((row): [number, AdAnswer] => [row.index, { id: numberOf(row) }]),
    ...error.map((row): [number, AdAnswer] => [row.index, { fault: sentenceIn(row) ?? "平台未说明原因" }]),
  ]);
}

/**
 * Makes or changes several things of a kind at once; the account answers for each of them (207).
 * @throws Later, Refused as `call`: after Later nobody knows what was done
 */
export const sendAdEntities = (
  sql: Sql,
  connector: Connector,
  entityKind: AdEntityPlace,
  method: "POST" | "PUT",
  rows: readonly object[],
): Promise<Map<number, AdAnswer>> =>
  answersTo(sql, connector, entityKind, { method, path: entityKind.path, body: { [entityKind.name]: rows } });

/** Archives negative keywords: the account takes them out for good. @throws as `sendAdEntities` */
export const archiveNegatives = (sql: Sql, connector: Connector, include: readonly string[]) =>
  answersTo(sql, connector, AD_NEGATIVES, {
    method: "POST",
    path: `${AD_NEGATIVES.path}/delete`,
    body: { [AD_NEGATIVES.by]: { include } },
  });
