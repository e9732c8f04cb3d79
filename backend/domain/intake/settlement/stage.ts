import { createHash } from "node:crypto";
import type { RuleContext } from "#backend/engine/documents";
import { type OpenReport, type ReportLine, rowsOf } from "#backend/engine/reports/read";
import { DecimalProof, type DecimalSign } from "#backend/engine/reports/words";
import { STORE_ROW } from "#backend/ledgers/facts/apply";
import { conflict } from "#backend/platform/http";
import { amountOf, cell, daysOf, instant, wrong } from "../cells";
import { type AccountStore, habitsOf, placesOf } from "../places";
import { feeTypesOf } from "./fee-types";

/** Columns without which a file is no settlement report (figures.md A.3). */
export const SETTLEMENT_COLUMNS = [
  "settlement-id",
  "total-amount",
  "currency",
  "transaction-type",
  "order-id",
  "amount-type",
  "amount-description",
  "amount",
  "posted-date",
];

/** Lines after which the planner hears of them at once. */
const MANY = 1000;

/** What the first row of a settlement report says of all of it. */
export interface SettlementHead {
  settlementNo: string;
  currency: string;
  startTime: string;
  endTime: string;
  depositDate: string;
  totalAmount: string;
  /** How its amounts are written. */
  sign: DecimalSign;
  /** Of all lines, whichever order, charset and decimal sign they come in. */
  linesHash: string;
  lineCount: number;
}

interface SettlementFile {
  open: OpenReport;
  charset: string;
  columns: readonly string[];
  /** Of the marketplace that it was uploaded for. */
  siteCode: string;
}

const isHead = (row: ReportLine) => cell(row, "total-amount") !== "";

/** One line as the file says it, typed. */
interface SettlementSaid {
  lineNo: number;
  transactionType: string;
  orderNo: string;
  amountType: string;
  amountDescription: string;
  marketplace: string;
  sku: string;
  qty: number | null;
  amount: string;
  postedTime: string;
}

function lineOf(row: ReportLine, head: Pick<SettlementHead, "sign" | "currency">, monthFirst: boolean): SettlementSaid {
  const qty = cell(row, "quantity-purchased");
  if (qty && !/^\d{1,9}$/.test(qty)) throw wrong(row, "quantity-purchased", qty);
  const column = cell(row, "posted-date-time") ? "posted-date-time" : "posted-date";
  return {
    lineNo: row.no,
    transactionType: cell(row, "transaction-type").slice(0, 100),
    orderNo: cell(row, "order-id").slice(0, 40),
    amountType: cell(row, "amount-type").slice(0, 100),
    amountDescription: cell(row, "amount-description").slice(0, 100),
    marketplace: cell(row, "marketplace-name"),
    sku: cell(row, "sku").slice(0, 60),
    qty: qty ? Number(qty) : null,
    amount: amountOf(row, "amount", head),
    postedTime: instant(row, column, monthFirst),
  };
}

/** A number of a line that adds up: the same lines in any order come to the same sum. */
const hashed = ({ lineNo: _, ...line }: SettlementSaid): bigint =>
  createHash("sha1").update(JSON.stringify(line)).digest().readBigUInt64BE();

/**
 * Reads a settlement report to its end without keeping any of it.
 * @throws Refusal 409 naming the line and column that cannot be read
 */
export async function headOf({ open, charset, columns, siteCode }: SettlementFile): Promise<SettlementHead> {
  const habits = habitsOf(siteCode);
  const proof = new DecimalProof();
  let first: ReportLine | undefined;
  for await (const rows of rowsOf(open, charset, columns))
    for (const row of rows) {
      if (isHead(row)) first ??= row;
      proof.see(row.no, cell(row, isHead(row) ? "total-amount" : "amount"));
    }
  if (!first) throw conflict("报告没有首行的结算总额（total-amount）");
  const currency = cell(first, "currency").toUpperCase();
  const settlementNo = cell(first, "settlement-id");
  if (!/^[A-Z]{3}$/.test(currency)) throw wrong(first, "currency", currency);
  if (!/^\d{5,20}$/.test(settlementNo)) throw wrong(first, "settlement-id", settlementNo);
  const sign = proof.sign(habits.sign);
  let sum = 0n;
  let lineCount = 0;
  for await (const rows of rowsOf(open, charset, columns))
    for (const row of rows) {
      if (cell(row, "settlement-id") !== settlementNo) throw wrong(row, "settlement-id", cell(row, "settlement-id"));
      if (isHead(row)) continue;
      sum += hashed(lineOf(row, { sign, currency }, habits.monthFirst));
      lineCount += 1;
    }
  const time = (column: string) => instant(first, column, habits.monthFirst);
  return {
    settlementNo,
    currency,
    startTime: time("settlement-start-date"),
    endTime: time("settlement-end-date"),
    depositDate: time("deposit-date").slice(0, 10),
    totalAmount: amountOf(first, "total-amount", { sign, currency }),
    sign,
    linesHash: `${lineCount}-${sum.toString(16)}`,
    lineCount,
  };
}

/**
 * Keeps the lines of a settlement, each with its store, its goods and what it means (figures.md A.4).
 * @returns goods that no listing of their store has, by store
 */
export async function stageLines(
  c: RuleContext,
  id: string,
  file: SettlementFile & { head: SettlementHead },
  { stores, main }: { stores: readonly AccountStore[]; main: AccountStore },
): Promise<Map<string, Map<string, SettlementSaid[]>>> {
  const { open, charset, columns, siteCode, head } = file;
  const meaning = await feeTypesOf(c.sql, c.tenantId);
  const placed = await placesOf(c.sql, stores, main);
  const { monthFirst } = habitsOf(siteCode);
  const dayIn = daysOf(stores);
  const unmapped = new Map<string, Map<string, SettlementSaid[]>>();
  // The next lines are read while the database keeps these.
  let kept: Promise<unknown> = Promise.resolve();
  for await (const rows of rowsOf(open, charset, columns)) {
    const said = rows.filter((row) => !isHead(row)).map((row) => lineOf(row, head, monthFirst));
    await kept;
    const places = await placed(said);
    const lines = said.map(({ sku: msku, ...line }, i) => {
      const { store = main, factSku = STORE_ROW } = places[i] ?? {};
      if (msku && factSku === STORE_ROW) {
        const names = unmapped.get(store.id) ?? new Map<string, SettlementSaid[]>();
        unmapped.set(store.id, names.set(msku, [...(names.get(msku) ?? []), { sku: msku, ...line }].slice(0, 1)));
      }
      const { name: feeName, category, measure } = meaning(line);
      const postedDate = dayIn(line.postedTime, store);
      return { ...line, msku, storeId: store.id, factSku, feeName, category, measure, postedDate };
    });
    kept = c.sql.query(
      `insert into settlement_line (tenant_id, version, create_time, del_flag, settlement_id, line_no, store_id,
         currency, transaction_type, order_no, amount_type, amount_description, msku, fact_sku, qty, amount,
         posted_time, posted_date, fee_name, category, measure)
       select $1, 0, now(), 0, $2, x."lineNo", x."storeId", $3, x."transactionType", nullif(x."orderNo", ''),
         x."amountType", x."amountDescription", nullif(x.msku, ''), x."factSku", x.qty, x.amount, x."postedTime",
         x."postedDate", x."feeName", x.category, x.measure
       from jsonb_to_recordset($4::jsonb) as x("lineNo" int, "storeId" bigint, "transactionType" text,
         "orderNo" text, "amountType" text, "amountDescription" text, msku text, "factSku" text, qty int,
         amount numeric, "postedTime" timestamptz, "postedDate" date, "feeName" text, category text, measure text)`,
      [c.tenantId, id, head.currency, JSON.stringify(lines)],
    );
    // It is waited for below; where reading fails first, that is what is said.
    kept.catch(() => {});
  }
  await kept;
  // As far as statistics go there are none of these lines yet: what is joined with them would be gone through line by line.
  if (head.lineCount > MANY) await c.sql.query("analyze settlement_line");
  return unmapped;
}
