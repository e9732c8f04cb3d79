import { pick, rules } from "#backend/engine/documents";
import { columnName } from "#backend/engine/reports/read";
import type { Sql } from "#backend/platform/db";
import { conflict, invalidAt, Refusal } from "#backend/platform/http";
import { reportColumn } from "#documents/base/report-column";
import { adReportKinds, fileKinds, type ReportKind, reportFile } from "#documents/base/report-file";
import { keysOf } from "#documents/kit";
import { REPORT_KINDS } from "../kinds";
import { LACKS } from "../report-file";

/** Columns that are unlike those of any report: a person gives them their names. */
export class LacksColumns extends Refusal {
  constructor(
    readonly kind: ReportKind,
    missing: readonly string[],
    /** Columns of the file that nothing reads. */
    readonly unread: readonly string[],
  ) {
    super(409, `${LACKS}${missing.join("、")}`);
  }
}

type ColumnNames = Readonly<Record<string, string>>;

const named = (column: string, ...said: string[]): ColumnNames =>
  Object.fromEntries(said.map((name) => [name, column]));
const ORDER_WORDS = ["bestellnummer", "numéro-de-la-commande", "número-de-pedido", "注文番号"] as const;

/** Results within 7 and 14 days, by the words and signs that the console writes them with. */
const RESULTS = [7, 14].map((n) => ({
  ...named(
    `${n}-day-total-sales`,
    ...["$", "€", "£", "¥", "usd", "eur"].flatMap((sign) => [`${n}-day-total-sales-(${sign})`]),
    ...["umsatz-gesamt", "umsatz-gesamt-(€)", "gesamtumsatz", "gesamtumsatz-(€)"].flatMap((word) => [
      `${n}-tage-${word}`,
      `${n}-tage,-${word}`,
    ]),
  ),
  ...named(
    `${n}-day-total-orders-(#)`,
    ...["bestellungen-gesamt", "gesamtzahl-der-bestellungen", "bestellungen-insgesamt"].map(
      (word) => `${n}-tage-${word}-(#)`,
    ),
  ),
  ...named(
    `${n}-day-total-units-(#)`,
    ...["einheiten-gesamt", "gesamtzahl-der-einheiten", "einheiten-insgesamt"].map((word) => `${n}-tage-${word}-(#)`),
  ),
}));
const ADVERTISING: ColumnNames = Object.assign(
  {
    ...named("date", "datum"),
    ...named("currency", "währung"),
    ...named("campaign-name", "kampagnenname", "kampagne"),
    ...named("ad-group-name", "anzeigengruppenname", "anzeigengruppe"),
    ...named("advertised-sku", "beworbene-sku"),
    ...named("advertised-asin", "beworbene-asin"),
    ...named("impressions", "impressionen"),
    ...named("clicks", "klicks"),
    ...named("spend", "ausgaben", "spend-($)", "spend-(€)", "ausgaben-(€)"),
    ...named("match-type", "übereinstimmungstyp", "match-typ"),
    ...named("customer-search-term", "suchbegriff-eines-kunden", "kundensuchbegriff", "suchbegriff-des-kunden"),
    ...named("start-date", "startdatum"),
    ...named("end-date", "enddatum"),
    ...named("budget-amount", "budgetbetrag"),
    ...named("country", "land"),
  },
  ...RESULTS,
);

/**
 * Names that reports have for a column besides the one that is read, by report (figures.md A.5): of an earlier form
 * of it, or of another language. To be held against a first real file of each.
 */
const ALIASES: Readonly<Partial<Record<ReportKind, ColumnNames>>> = {
  settlement: named("order-id", ...ORDER_WORDS),
  feePreview: named("product-size-tier", "product-size-weight-band"),
  returns: { ...named("order-id", ...ORDER_WORDS), ...named("quantity", "menge", "quantité", "cantidad", "数量") },
  reimbursements: named("amazon-order-id", ...ORDER_WORDS),
  agedStorage: named("country", "country-code"),
  ledger: {
    ...named("date", "datum", "日付"),
    ...named("msku", "merchant-sku", "seller-sku", "sku"),
    ...named("event-type", "ereignistyp", "type-d'événement", "tipo-de-evento", "イベントタイプ"),
    ...named("reference-id", "referenz-id", "id-de-référence", "参照id"),
    ...named("quantity", "menge", "anzahl", "quantité", "cantidad", "数量"),
    ...named(
      "fulfillment-center",
      "fulfilment-centre",
      "fulfillment-centre",
      "fulfillment-center-id",
      "versandzentrum",
    ),
    ...named("disposition", "zustand"),
    ...named("reason", "grund"),
    ...named("country", "land", "国"),
    ...named("date-and-time", "datum-und-uhrzeit"),
  },
  // Some marketplaces name the product by its number alone, which is its ASIN but for a few.
  listings: {
    ...named("asin1", "asin", "asin-1", "product-id", "商品id"),
    ...named("seller-sku", "出品者sku"),
    ...named("item-name", "商品名"),
    ...named("price", "価格"),
    ...named("quantity", "数量"),
    ...named("open-date", "出品日"),
    ...named("fulfillment-channel", "フルフィルメント・チャンネル"),
    ...named("status", "ステータス"),
  },
  ...Object.fromEntries(keysOf(adReportKinds).map((kind) => [kind, ADVERTISING])),
};

/** Names of columns of a report, each with the one that is read. */
type ColumnAliases = (kind: ReportKind) => ReadonlyMap<string, string>;

/** What a tenant's reports call their columns, with what is known of all. */
export async function aliasesOf(sql: Sql, tenantId: string): Promise<ColumnAliases> {
  const own = await sql.query<{ kind: string; said: string; name: string }>(
    `select report_kind as kind, said, column_name as name from report_column where tenant_id = $1 and del_flag = 0`,
    [tenantId],
  );
  return (kind) =>
    new Map([
      ...Object.entries(ALIASES[kind] ?? {}),
      ...own.filter((a) => a.kind === kind).map((a): [string, string] => [a.said, a.name]),
    ]);
}

/** Columns by the names that are read; one that is there under its own name has no other. */
const renamed = (columns: readonly string[], aliases: ReadonlyMap<string, string>): string[] =>
  columns.map((said) => {
    const name = aliases.get(said);
    return name === undefined || columns.includes(name) ? said : name;
  });

/** Columns of a report that it must have, and those that it may. */
const columnsRead = (kind: ReportKind): readonly string[] => [
  ...REPORT_KINDS[kind].columns,
  ...(REPORT_KINDS[kind].more ?? []),
];

const UNDERSTOOD = Object.values(fileKinds)
  .map(({ label }) => label)
  .join("、");

/**
 * Which report it is, by its columns, as it calls them.
 * @throws LacksColumns naming what the nearest one lacks, Refusal 409 where none is near
 */
export function kindOf(said: readonly string[], known: ColumnAliases): { kind: ReportKind; columns: string[] } {
  const [best] = keysOf(fileKinds)
    .filter((kind) => REPORT_KINDS[kind].columns.length > 0)
    .map((kind) => {
      const needs = REPORT_KINDS[kind].columns;
      const columns = renamed(said, known(kind));
      const missing = needs.filter((name) => !columns.includes(name));
      return { kind, columns, missing, needs: needs.length, share: 1 - missing.length / needs.length };
    })
    .filter(({ kind, columns }) => !columns.some((name) => REPORT_KINDS[kind].unlike?.includes(name)))
    // Of two that a file has all columns of, it is the one that needs more.
    .sort((a, b) => b.share - a.share || b.needs - a.needs);
  if (!best || best.share < 0.5) throw conflict(`无法识别的报告，请上传平台下载的原文件：${UNDERSTOOD}`);
  const fault = REPORT_KINDS[best.kind].fault?.(best.columns);
  if (fault) throw conflict(fault);
  const read = columnsRead(best.kind);
  const unread = best.columns.filter((name) => name && !read.includes(name));
  if (best.missing.length) throw new LacksColumns(best.kind, best.missing, unread);
  return best;
}

/** 列名对照 (figures.md A.5): names are compared as columns are, and each is given once per report. */
export const reportColumnRules = rules(reportColumn, {
  async beforeSave(_c, next, before) {
    const kind = next.reportKind ?? before?.reportKind;
    if (!kind) return;
    const said = columnName(next.said ?? before?.said ?? "");
    const name = columnName(next.columnName ?? before?.columnName ?? "");
    const read = columnsRead(kind);
    if (!read.includes(name)) throw invalidAt("columnName", `该报告没有“${name}”这一列，可以是：${read.join("、")}`);
    if (read.includes(said)) throw invalidAt("said", `“${said}”是系统的列名，不用对照`);
    Object.assign(next, { said, columnName: name, rowKey: `${kind} ${said}` });
  },
  /** A refused file leads here: its report, the first column that it lacks, and what it has instead. */
  async prefill(c, { fileId }) {
    const [id] = fileId ?? [];
    const file = id && (await pick(c, reportFile, id, ["kind", "problem", "unread"]));
    if (!file?.kind || !file.problem?.startsWith(LACKS)) return {};
    const missing = file.problem.slice(LACKS.length).split("、");
    const also = missing.length > 1 ? `还缺少：${missing.slice(1).join("、")}。` : "";
    return {
      reportKind: file.kind,
      columnName: missing[0],
      told: `${also}文件中没有读取的列：${file.unread || "无"}。保存后在“报告文件”重新解析`,
    };
  },
});
