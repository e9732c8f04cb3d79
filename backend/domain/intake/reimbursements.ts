import { settleClaims } from "#backend/domain/logistics/claim/claim";
import type { Engine, RuleContext } from "#backend/engine/documents";
import type { ReportLine } from "#backend/engine/reports/read";
import type { DecimalSign } from "#backend/engine/reports/words";
import type { Database } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { reimbursementReasons } from "#documents/logistics/fba-words";
import { amountOf, cell, daysOf, instant, pieces, signOf, wordOf, wrong } from "./cells";
import { type AccountStore, type AccountStores, habitsOf, type LinePlace, placesOf } from "./places";
import { lockReimbursements, matchReimbursements } from "./reimbursed";
import { accountOf, eachUnknown, keepReportRows, pairSaid, periodOf } from "./rows";
import type { ReportTaken, ReportTold, TakenReport } from "./taken";

/** Columns without which a file is no report of reimbursements (figures.md A.3). */
export const REIMBURSEMENT_COLUMNS = [
  "approval-date",
  "reimbursement-id",
  "reason",
  "sku",
  "currency-unit",
  "amount-total",
  "quantity-reimbursed-cash",
  "quantity-reimbursed-inventory",
];

const AMOUNTS = ["amount-per-unit", "amount-total"];

const TABLE = {
  table: "fba_reimbursement",
  columns: {
    approval_day: "date",
    store_id: "bigint",
    reimbursement_no: "text",
    case_no: "text",
    order_no: "text",
    reason: "text",
    reason_said: "text",
    msku: "text",
    fact_sku: "text",
    fnsku: "text",
    asin: "text",
    condition: "text",
    currency: "text",
    unit_amount: "numeric",
    amount: "numeric",
    cash_qty: "int",
    stock_qty: "int",
    total_qty: "int",
    original_no: "text",
    original_type: "text",
    state: "text",
    settlement_id: "bigint",
  },
} as const;

const text = (row: ReportLine, name: string, most = 60) => cell(row, name).slice(0, most) || null;

/** The store of a row: where its order or its goods are, else one that is paid in its currency. */
function storeOf(row: ReportLine, place: LinePlace | undefined, [main, ...others]: readonly AccountStore[]): LinePlace {
  const currency = cell(row, "currency-unit").toUpperCase();
  if (place?.store.currency === currency) return place;
  const store = [main, ...others].find((s) => s?.currency === currency);
  if (!store) throw conflict(`第${row.no}行币种${currency || "空"}与店铺币种${main?.currency ?? ""}不符`);
  return { store, factSku: "*" };
}

function rowOf(row: ReportLine, { store, factSku }: LinePlace, sign: DecimalSign) {
  const { currency } = store;
  const number = cell(row, "reimbursement-id");
  if (!number) throw wrong(row, "reimbursement-id", number);
  const amount = amountOf(row, "amount-total", { sign, currency });
  const reason = cell(row, "reason").toUpperCase();
  return {
    store_id: store.id,
    reimbursement_no: number.slice(0, 60),
    case_no: text(row, "case-id"),
    order_no: text(row, "amazon-order-id", 40),
    reason: wordOf(reimbursementReasons, reason),
    reason_said: reason.slice(0, 60) || null,
    msku: text(row, "sku"),
    fact_sku: factSku,
    fnsku: text(row, "fnsku"),
    asin: text(row, "asin", 20),
    condition: text(row, "condition"),
    currency,
    unit_amount: cell(row, "amount-per-unit") ? amountOf(row, "amount-per-unit", { sign, currency }) : null,
    amount,
    cash_qty: pieces(row, "quantity-reimbursed-cash"),
    stock_qty: pieces(row, "quantity-reimbursed-inventory"),
    total_qty: pieces(row, "quantity-reimbursed-total"),
    original_no: text(row, "original-reimbursement-id"),
    original_type: text(row, "original-reimbursement-type"),
    state: dec(amount).eq(0) ? "stock" : "open",
    settlement_id: null,
  };
}

/** Takes what the platform says that it pays for goods. It brings no figures: the money comes by settlements. */
export async function takeReimbursements(
  c: RuleContext,
  report: TakenReport,
  taken: ReportTaken,
  stores: AccountStores,
): Promise<ReportTold> {
  const [main] = stores;
  const { monthFirst } = habitsOf(main.siteCode);
  const sign = await signOf(taken, AMOUNTS, main.siteCode);
  const placed = await placesOf(c.sql, stores, main);
  await lockReimbursements(c);
  const account = accountOf(stores);
  const dayIn = daysOf(stores);
  const days = new Set<string>();
  const rowCount = await keepReportRows(c, report, taken, TABLE, async (rows) => {
    const places = await placed(
      rows.map((row) => ({ marketplace: "", orderNo: cell(row, "amazon-order-id"), sku: cell(row, "sku") })),
    );
    return rows.map((row, i) => {
      const place = storeOf(row, places[i], stores);
      const approval_day = dayIn(instant(row, "approval-date", monthFirst), place.store);
      const said = { approval_day, ...rowOf(row, place, sign) };
      days.add(approval_day);
      return { ...said, row_key: [account, said.reimbursement_no, said.msku].join("/") };
    });
  });
  const ids = stores.map(({ id }) => id);
  await matchReimbursements(c, ids);
  await settleClaims(c, ids);
  return { rowCount, ...periodOf(days) };
}

/** Gives reimbursements the goods that are known by now. */
export const pairReimbursements = (db: Database, engine: Engine): Promise<void> =>
  eachUnknown(db, engine, TABLE.table, async ({ sql, tenantId }) => {
    await sql.query(pairSaid(TABLE.table), [tenantId]);
  });
