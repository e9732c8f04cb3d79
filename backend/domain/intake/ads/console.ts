import { z } from "zod";
import type { ReportLine } from "#backend/engine/reports/read";
import { amountIn, type DecimalSign, dayIn } from "#backend/engine/reports/words";
import { amountOf, cell, wrong } from "../cells";
import { type AccountStore, habitsOf } from "../places";
import { type AdKindName, type AdRowRead, MATCHES } from "./kinds";
import { targetWritten } from "./targets";

/** Columns that every file of the advertising console has (figures.md A.3), and what came of it within so many days. */
const ALL = ["date", "currency", "campaign-name", "impressions", "clicks", "spend"];
type ResultDays = 7 | 14;
const sales = (days: ResultDays) => `${days}-day-total-sales`;
const orders = (days: ResultDays) => `${days}-day-total-orders-(#)`;
const units = (days: ResultDays) => `${days}-day-total-units-(#)`;
const GROUP = "ad-group-name";
const SKU = "advertised-sku";
const TARGETING = ["targeting", "match-type"] as const;
const TERM = "customer-search-term";

interface ConsoleKind {
  days: ResultDays;
  columns: readonly string[];
  more: readonly string[];
  /** A file with one of these columns is another report. */
  unlike?: readonly string[];
}

const campaigns = (days: ResultDays): ConsoleKind => ({
  days,
  columns: [...ALL, sales(days), orders(days)],
  more: ["country", units(days), "status", "budget-amount"],
  unlike: [GROUP],
});
const products = (days: ResultDays): ConsoleKind => ({
  days,
  columns: [...ALL, GROUP, SKU, sales(days), orders(days), units(days)],
  more: ["country", "advertised-asin"],
});

/** Reports of the advertising console by their columns. SB and SD say the same of campaigns. */
export const CONSOLE_KINDS: Readonly<Record<AdKindName, ConsoleKind>> = {
  spCampaigns: campaigns(7),
  sbCampaigns: campaigns(14),
  sdCampaigns: campaigns(14),
  spAdvertisedProduct: products(7),
  sdAdvertisedProduct: products(14),
  spTargeting: {
    days: 7,
    columns: [...ALL, GROUP, ...TARGETING, sales(7), orders(7), units(7)],
    more: ["country"],
    unlike: [SKU, TERM],
  },
  spSearchTerm: {
    days: 7,
    columns: [...ALL, GROUP, TERM, sales(7), orders(7), units(7)],
    more: ["country", ...TARGETING],
    unlike: [SKU],
  },
};

/** What of a file of this console, by its columns, no figures are made of; undefined: nothing stands against it. */
export function unreadable(columns: readonly string[]): string | undefined {
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  if (has(TERM, sales(14)) || (has("searchTerm") && !has("purchases7d")))
    return "这是SB的搜索词报告，系统只有SP的搜索词，未导入；请上传SP的搜索词报告";
  if (!has("date") && (has("start-date", "end-date") || has("startDate", "endDate")))
    return "这份广告报告是合计，行中没有日期；请在广告后台按“每日”下载";
  if (has(...TARGETING, sales(14))) return "这是SB或SD的投放报告，系统没有它的数据，未导入；请上传活动或推广商品报告";
  return undefined;
}

/** Words for how a keyword matches; of the rest no words were bid on. */
const MATCH_WORDS: Readonly<Record<string, (typeof MATCHES)[number]>> = {
  ...Object.fromEntries(MATCHES.map((one) => [one.toLowerCase(), one])),
  genau: "EXACT",
  "genau passend": "EXACT",
  wortgruppe: "PHRASE",
  "passende wortgruppe": "PHRASE",
  weitgehend: "BROAD",
  "weitgehend passend": "BROAD",
};
const NO_WORDS: ReadonlySet<string> = new Set([
  "",
  "-",
  "–",
  "targeting_expression",
  "targeting_expression_predefined",
]);
const STATES = ["ENABLED", "PAUSED", "ARCHIVED"] as const;

const named = z.string().min(1).max(300);
const MOST = 1e9;

function textOf(row: ReportLine, column: string, schema: z.ZodType<string> = named): string {
  const read = schema.safeParse(cell(row, column));
  if (!read.success) throw wrong(row, column, cell(row, column).slice(0, 100));
  return read.data;
}

function counted(row: ReportLine, column: string, sign: DecimalSign): number {
  const value = amountIn(cell(row, column), sign);
  const count = value !== undefined && /^\d+(\.0+)?$/.test(value) ? Number(value) : MOST;
  if (count >= MOST) throw wrong(row, column, cell(row, column));
  return count;
}

function paid(row: ReportLine, column: string, about: { sign: DecimalSign; currency: string }): string {
  const amount = amountOf(row, column, about);
  if (amount.startsWith("-")) throw wrong(row, column, cell(row, column));
  return amount;
}

/** What was bid on. */
function wordsOf(row: ReportLine) {
  const said = cell(row, "match-type").toLowerCase();
  const matchType = MATCH_WORDS[said];
  if (!matchType && !NO_WORDS.has(said)) throw wrong(row, "match-type", cell(row, "match-type"));
  const keywordText = textOf(row, "targeting", z.string().min(1).max(500));
  return matchType ? { matchType, keywordText } : targetWritten(keywordText);
}

/**
 * A row of a file of the advertising console as the facts take it: its campaign, group and keyword are named, not
 * numbered.
 * @throws Refusal 409 naming the line and the column that are not as they should be
 */
export function consoleRow(type: AdKindName, row: ReportLine, sign: DecimalSign, store: AccountStore): AdRowRead {
  const { days } = CONSOLE_KINDS[type];
  const currency = cell(row, "currency").toUpperCase();
  const about = { sign, currency };
  const day = z.iso.date().safeParse(dayIn(cell(row, "date"), habitsOf(store.siteCode).monthFirst));
  if (!day.success) throw wrong(row, "date", cell(row, "date"));
  const measured = {
    rptDate: day.data,
    campaignName: textOf(row, "campaign-name"),
    impressions: counted(row, "impressions", sign),
    clicks: counted(row, "clicks", sign),
    cost: paid(row, "spend", about),
    conversions: counted(row, orders(days), sign),
    sales: paid(row, sales(days), about),
  };
  const at = { no: row.no, currency, day: day.data };
  const pieces = () => counted(row, units(days), sign);
  if (type === "spTargeting") {
    const group = { adGroupName: textOf(row, GROUP), keywordBid: null, units: pieces() };
    return { ...at, row: { ...measured, ...group, ...wordsOf(row) } };
  }
  if (type === "spSearchTerm") {
    const matched = cell(row, "targeting").slice(0, 500) || null;
    const searchTerm = textOf(row, TERM, z.string().min(1).max(500));
    return { ...at, row: { ...measured, searchTerm, matched, adGroupName: textOf(row, GROUP), units: pieces() } };
  }
  if (type === "spAdvertisedProduct" || type === "sdAdvertisedProduct") {
    const advertisedSku = textOf(row, SKU, z.string().min(1).max(200));
    const goods = { advertisedSku, asin: cell(row, "advertised-asin").slice(0, 20) || null };
    return { ...at, row: { ...measured, ...goods, adGroupName: textOf(row, GROUP), units: pieces() } };
  }
  const budget = cell(row, "budget-amount") ? paid(row, "budget-amount", about) : null;
  const state = STATES.find((one) => one === cell(row, "status").toUpperCase());
  return { ...at, row: { ...measured, state, dailyBudget: budget, units: cell(row, units(days)) ? pieces() : null } };
}

/** Columns of a kind whose decimal sign is proved over the whole file. */
export const consoleAmounts = (type: AdKindName) => ["spend", sales(CONSOLE_KINDS[type].days), "budget-amount"];
