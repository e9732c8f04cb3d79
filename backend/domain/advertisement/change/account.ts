import {
  AD_CAMPAIGNS,
  AD_KEYWORDS,
  AD_NEGATIVES,
  AD_TARGETS,
  type AdAnswer,
  archiveNegatives,
  listAdEntities,
  sendAdEntities,
} from "#backend/domain/intake/ads/entities";
import type { Connector } from "#backend/engine/connect/connector";
import type { Sql } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import { adStates } from "#documents/advertisement/ad-portfolio";
import { ON_ITS_OWN } from "./held";
import type { ChangeKind } from "./things";

/** A line as the account is told of it; numbers are the platform's. */
export interface LineTold {
  id: string;
  words: string;
  campaignNo: string;
  adGroupNo: string | null;
  /** Of the keyword or the target, or of the negative keyword that is archived. */
  platformNo: string | null;
  /** It is of a target: they have calls of their own. */
  ofTarget: boolean;
  oldValue: string | null;
  newValue: string | null;
  oldState: keyof typeof adStates | null;
  newState: keyof typeof adStates | null;
  /** It was sent before, and nobody knows what became of it. */
  unsure: boolean;
}

/** What became of a line; `sent`: it is still to be sent. */
export interface LineEnd {
  line: LineTold;
  result: "ok" | "skipped" | "failed";
  message?: string;
  platformId?: string | null;
}

/** The head of a change, as far as the account needs it. */
export interface ChangeTold {
  kind: ChangeKind;
  match: string | null;
}

interface KnownThing {
  value: string | null;
  state: keyof typeof adStates;
}

async function rowsIn<R>(pages: AsyncIterable<readonly R[]>): Promise<R[]> {
  const all: R[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

const numbersOf = (lines: readonly LineTold[], name: "campaignNo" | "adGroupNo" | "platformNo") => [
  ...new Set(lines.flatMap((line) => line[name] ?? [])),
];

type BidOn = typeof AD_KEYWORDS | typeof AD_TARGETS;

/** What things are in the account now, by their number. @param bidOn undefined: campaigns */
async function known(sql: Sql, connector: Connector, bidOn: BidOn | undefined, lines: readonly LineTold[]) {
  const ids = numbersOf(lines, bidOn ? "platformNo" : "campaignNo");
  const found = new Map<string, KnownThing>();
  if (bidOn)
    for (const row of await rowsIn(listAdEntities(sql, connector, bidOn, { [bidOn.by]: ids })))
      found.set(row.keywordId, { value: row.bid ?? null, state: row.state });
  else
    for (const row of await rowsIn(listAdEntities(sql, connector, AD_CAMPAIGNS, { [AD_CAMPAIGNS.by]: ids })))
      found.set(row.campaignId, { value: row.budget?.budget ?? null, state: row.state });
  return found;
}

/** It is as the line wanted it: by what was sent before, or by somebody else. */
const found = (line: LineTold): LineEnd => ({ line, result: "ok", message: line.unsure ? undefined : ON_ITS_OWN });

/** What is done with a line where the account has it so: nothing yet, or why it is over. */
function against(line: LineTold, now: KnownThing | undefined): LineEnd | undefined {
  if (!now) return { line, result: "failed", message: "广告账户中没有它" };
  if (line.newValue !== null) {
    if (now.value !== null && dec(now.value).eq(line.newValue)) return found(line);
    if (now.value === null ? line.oldValue !== null : !dec(now.value).eq(line.oldValue ?? -1))
      return { line, result: "skipped", message: `已被修改为${now.value ?? "—"}` };
    return now.state === "ARCHIVED" ? { line, result: "skipped", message: "已归档" } : undefined;
  }
  if (now.state === line.newState) return found(line);
  return now.state === line.oldState
    ? undefined
    : { line, result: "skipped", message: `已被修改为${adStates[now.state].label}` };
}

/** @returns ends by line; a line that the account said nothing of has none */
const ended = (lines: readonly LineTold[], answers: ReadonlyMap<number, AdAnswer>): LineEnd[] =>
  lines.flatMap((line, i): LineEnd[] => {
    const answer = answers.get(i);
    if (!answer) return [];
    return "fault" in answer
      ? [{ line, result: "failed", message: answer.fault }]
      : [{ line, result: "ok", platformId: answer.id }];
  });

/** What is to be done with lines that are in the account as they should be, and how they are sent. */
interface LinesLeft {
  over: LineEnd[];
  lines: LineTold[];
  send(lines: readonly LineTold[]): Promise<Map<number, AdAnswer>>;
}

async function changing(
  sql: Sql,
  connector: Connector,
  kind: ChangeKind,
  lines: readonly LineTold[],
): Promise<LinesLeft> {
  const ofCampaigns = kind === "budget" || (kind === "state" && lines.some((l) => l.platformNo === null));
  const bidOn = ofCampaigns ? undefined : lines.some((l) => l.ofTarget) ? AD_TARGETS : AD_KEYWORDS;
  const entity = bidOn ?? AD_CAMPAIGNS;
  const now = await known(sql, connector, bidOn, lines);
  const numberOf = (line: LineTold) => (bidOn ? line.platformNo : line.campaignNo) ?? "";
  const over = lines.flatMap((line) => against(line, now.get(numberOf(line))) ?? []);
  const done = new Set(over.map(({ line }) => line));
  const row = (line: LineTold) => ({
    [entity.id]: numberOf(line),
    ...(line.newState && { state: line.newState }),
    ...(line.newValue !== null &&
      (bidOn ? { bid: Number(line.newValue) } : { budget: { budget: Number(line.newValue), budgetType: "DAILY" } })),
  });
  return {
    over,
    lines: lines.filter((line) => !done.has(line)),
    send: (left) => sendAdEntities(sql, connector, entity, "PUT", left.map(row)),
  };
}

/** Words that are to be excluded or bid on in ad groups: those that are there already are not made twice. */
async function making(
  sql: Sql,
  connector: Connector,
  head: ChangeTold,
  lines: readonly LineTold[],
): Promise<LinesLeft> {
  const ofKeywords = head.kind === "create";
  const entity = ofKeywords ? AD_KEYWORDS : AD_NEGATIVES;
  const matchType = ofKeywords ? "EXACT" : (head.match ?? "NEGATIVE_EXACT");
  const there = await rowsIn(
    listAdEntities(sql, connector, entity, { adGroupIdFilter: numbersOf(lines, "adGroupNo") }),
  );
  const keyOf = (group: string | null, words: string) => `${group} ${words.trim().toLowerCase()}`;
  const known = new Map(
    there
      .filter((row) => row.matchType === matchType && row.state !== "ARCHIVED")
      .map((row) => [keyOf(row.adGroupId, row.keywordText), row.keywordId]),
  );
  const over = lines.flatMap((line): LineEnd[] => {
    const platformId = known.get(keyOf(line.adGroupNo, line.words));
    if (!platformId) return [];
    // What was sent and never answered is what is there now.
    return [
      line.unsure || !ofKeywords
        ? { line, result: "ok", platformId }
        : { line, result: "skipped", message: "广告组中已有同样的投放" },
    ];
  });
  const done = new Set(over.map(({ line }) => line));
  const row = (line: LineTold) => ({
    campaignId: line.campaignNo,
    adGroupId: line.adGroupNo,
    keywordText: line.words,
    matchType,
    state: "ENABLED",
    ...(ofKeywords && { bid: Number(line.newValue) }),
  });
  return {
    over,
    lines: lines.filter((line) => !done.has(line)),
    send: (left) => sendAdEntities(sql, connector, entity, "POST", left.map(row)),
  };
}

async function archiving(sql: Sql, connector: Connector, lines: readonly LineTold[]): Promise<LinesLeft> {
  const ids = numbersOf(lines, "platformNo");
  const rows = await rowsIn(listAdEntities(sql, connector, AD_NEGATIVES, { [AD_NEGATIVES.by]: ids }));
  const there = new Set(rows.filter((row) => row.state !== "ARCHIVED").map((row) => row.keywordId));
  return {
    over: lines.filter((l) => !there.has(l.platformNo ?? "")).map((line) => ({ line, result: "ok" })),
    lines: lines.filter((l) => there.has(l.platformNo ?? "")),
    send: (left) => archiveNegatives(sql, connector, numbersOf(left, "platformNo")),
  };
}

/**
 * Looks what lines are in the account, and sends those that it has as we know it.
 * @param unsure is told which lines are about to be sent: until the account answers nobody knows what became of them
 * @param keep is told what became of lines, before and after they are sent
 * @throws Later, Refused as `call`
 */
export async function changeAccount(
  sql: Sql,
  connector: Connector,
  head: ChangeTold,
  lines: readonly LineTold[],
  keep: (ends: readonly LineEnd[]) => Promise<void>,
  unsure: (lines: readonly LineTold[]) => Promise<void>,
): Promise<void> {
  const archives = lines[0]?.newState === "ARCHIVED";
  for (const part of [lines.filter((l) => !l.ofTarget), lines.filter((l) => l.ofTarget)]) {
    if (!part.length) continue;
    const left = archives
      ? await archiving(sql, connector, part)
      : head.kind === "negative" || head.kind === "create"
        ? await making(sql, connector, head, part)
        : await changing(sql, connector, head.kind, part);
    await keep(left.over);
    if (!left.lines.length) continue;
    await unsure(left.lines);
    await keep(ended(left.lines, await left.send(left.lines)));
  }
}
