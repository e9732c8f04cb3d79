import type { DeptSums, ModelSums, Rank, TradeSums } from "~/erp/cockpit.server";
import { type Column, defineTable } from "~/ui";

export type RankBy = "income" | "netProfit";

/** A place as its table shows it. */
export interface RankPlace extends Rank {
  key: string;
  href?: string;
  /** Of the largest value shown: -1 to 1. */
  part: number;
}

const ranked = (row: Pick<Rank, "mainBusinessIncome" | "netProfit">, by: RankBy) =>
  by === "income" ? row.mainBusinessIncome : row.netProfit;

/** Places in the asked order, each with its bar and where it leads. */
export function placesOf(
  ranks: readonly Rank[],
  { by, order, href }: { by: RankBy; order: "asc" | "desc"; href?: (rank: Rank) => string },
): RankPlace[] {
  const most = Math.max(...ranks.map((r) => Math.abs(ranked(r, by)))) || 1;
  const places = ranks.map((r) => ({ ...r, key: r.code, href: href?.(r), part: ranked(r, by) / most }));
  const way = order === "asc" ? 1 : -1;
  return places.sort((a, b) => way * (ranked(a, by) - ranked(b, by)) || a.rank - b.rank);
}

/** Rows of a report as places: a level that has no ranking of its own. Rank changes are not known. */
export function ranksOf<T extends TradeSums>(
  rows: readonly T[],
  by: RankBy,
  name: (row: T) => { code: string; name: string },
  whole = rows.reduce((sum, row) => sum + ranked(row, by), 0),
): Rank[] {
  const values = [...new Set(rows.map((row) => ranked(row, by)))].sort((a, b) => b - a);
  return rows.map((row) => ({
    ...row,
    ...name(row),
    rank: values.indexOf(ranked(row, by)) + 1,
    share: whole > 0 ? ranked(row, by) / whole : null,
    // The report compares incomes only.
    ...(by === "income" ? {} : { yoy: null, chain: null }),
    lastRank: null,
  }));
}

export const ofDept = (d: DeptSums) => ({ code: d.deptId, name: d.deptName });
export const ofModel = (m: ModelSums) => ({ code: m.modelCode, name: m.modelName || m.modelCode });

/** How a place moved since the span before, in signs: ↑2, ↓1, 新, –. */
export function moveText({ rank, lastRank }: Pick<Rank, "rank" | "lastRank">): string {
  if (lastRank === null) return "";
  if (lastRank === rank) return "–";
  return lastRank > rank ? `↑${lastRank - rank}` : `↓${rank - lastRank}`;
}

const head = (by: RankBy): Column<RankPlace>[] => [
  {
    key: "rank",
    label: "名次",
    width: 58,
    overHidden: false,
    phone: false,
    value: (row) => `${row.rank} ${moveText(row)}`,
  },
  { key: "name", label: "名称", kind: "link", minWidth: 80, phone: "title", href: (row) => row.href },
  {
    key: "value",
    label: by === "income" ? "主营业务收入" : "净利润",
    kind: "wan",
    width: 98,
    value: (row) => ranked(row, by),
    part: (row) => row.part,
    phone: "fact",
  },
];
const tail: Column<RankPlace>[] = [
  { key: "share", label: "占比", kind: "percent", width: 68, phone: false },
  { key: "yoy", label: "同比", kind: "change", width: 94, phone: "fact" },
  { key: "chain", label: "环比", kind: "change", width: 94, phone: "fact" },
];

/** One table for every ranking; the number that it goes by stands first. */
export const rankTables = {
  income: defineTable<RankPlace>([...head("income"), ...tail]),
  netProfit: defineTable<RankPlace>([...head("netProfit"), ...tail]),
};
