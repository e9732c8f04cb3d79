import { groupBy } from "#backend/domain/group-by";
import { type Engine, type RuleContext, rules } from "#backend/engine/documents";
import { type ReportLine, rowsOf } from "#backend/engine/reports/read";
import { timeIn } from "#backend/engine/reports/words";
import type { Database } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { fbaLedger } from "#documents/logistics/fba-ledger";
import { ledgerDispositions, ledgerEvents, type ledgerReasons } from "#documents/logistics/fba-words";
import { cell, pieces, wordOf, wrong } from "../cells";
import { type AccountStores, placesOf } from "../places";
import { accountOf, eachUnknown, keepReportRows, pairSaid, periodOf, tellUnmapped } from "../rows";
import type { ReportTaken, ReportTold, TakenReport } from "../taken";

/** Columns without which a file is no ledger of what moved at the platform (figures.md A.3). */
export const LEDGER_COLUMNS = [
  "date",
  "fnsku",
  "msku",
  "event-type",
  "reference-id",
  "quantity",
  "fulfillment-center",
  "disposition",
  "reason",
];

const TABLE = {
  table: "fba_ledger",
  columns: {
    event_day: "date",
    store_id: "bigint",
    event: "text",
    reference_no: "text",
    msku: "text",
    fact_sku: "text",
    fnsku: "text",
    asin: "text",
    qty: "int",
    disposition: "text",
    reason: "text",
    reason_said: "text",
    fulfillment_center: "text",
    country: "text",
  },
} as const;

const bare = (text: string) => text.toUpperCase().replaceAll(/[ _-]/g, "");
const text = (row: ReportLine, name: string, most = 60) => cell(row, name).slice(0, most) || null;

/** Codes of adjustments by what they mean: the platform's table of inventory adjustment codes. */
const CODES: Readonly<Record<string, keyof typeof ledgerReasons>> = {
  M: "LOST",
  F: "FOUND",
  N: "FOUND",
  E: "DAMAGED",
  H: "DAMAGED",
  K: "DAMAGED",
  U: "DAMAGED",
  "6": "DAMAGED",
  "7": "DAMAGED",
  D: "DISPOSED",
  P: "CHANGED",
  Q: "CHANGED",
};

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/\d{4}/;

/**
 * Whether the month stands first in the days of a file: any of them says so beyond the twelfth; it does where none
 * says anything, at whichever marketplace.
 * @throws Refusal 409 where two contradict
 */
async function monthStandsFirst({ open, charset, columns }: ReportTaken): Promise<boolean> {
  const seen: { day?: ReportLine; month?: ReportLine } = {};
  for await (const rows of rowsOf(open, charset, columns))
    for (const row of rows) {
      const [, first, second] = SLASHED.exec(cell(row, "date")) ?? [];
      if (Number(first) > 12) seen.day ??= row;
      if (Number(second) > 12) seen.month ??= row;
    }
  if (seen.day && seen.month)
    throw conflict(`日期的写法不一致：第${seen.day.no}行和第${seen.month.no}行，请上传原文件`);
  return !seen.day;
}

/** The day of a movement as it is written, whatever zone stands behind it; a time tells it better than a date. */
function dayOf(row: ReportLine, monthFirst: boolean): string {
  for (const column of ["date-and-time", "date"]) {
    const [said = ""] = cell(row, column).split(/[T\s]/);
    const time = (column === "date" || /^\d{4}-/.test(said)) && timeIn(said, monthFirst);
    if (time) return time.slice(0, 10);
  }
  throw wrong(row, "date", cell(row, "date"));
}

function rowOf(row: ReportLine, monthFirst: boolean) {
  const qty = pieces(row, "quantity");
  if (qty === null) throw wrong(row, "quantity", cell(row, "quantity"));
  const [disposition, reason] = [cell(row, "disposition"), cell(row, "reason").toUpperCase()];
  return {
    event_day: dayOf(row, monthFirst),
    event: wordOf(ledgerEvents, bare(cell(row, "event-type"))),
    reference_no: text(row, "reference-id"),
    msku: text(row, "msku"),
    fnsku: text(row, "fnsku"),
    asin: text(row, "asin", 20),
    qty,
    disposition: disposition ? wordOf(ledgerDispositions, bare(disposition)) : null,
    reason: reason ? (CODES[reason] ?? "OTHER") : null,
    reason_said: reason.slice(0, 60) || null,
    fulfillment_center: text(row, "fulfillment-center", 20),
    country: text(row, "country", 10),
  };
}
type LedgerSaid = ReturnType<typeof rowOf>;

/** Stores of the account to which shipments go, by their numbers. */
async function shippedTo({ sql, tenantId }: RuleContext, stores: AccountStores, said: readonly LedgerSaid[]) {
  const numbers = said.flatMap(({ event, reference_no: no }) => (event === "RECEIPTS" && no ? no : []));
  const found = await sql.query<{ no: string; storeId: string }>(
    `select distinct on (shipment_id) shipment_id as no, store_id as "storeId" from transfer
     where tenant_id = $1 and shipment_id = any($2::text[]) and store_id = any($3::bigint[]) and del_flag = 0
     order by shipment_id, id desc`,
    [tenantId, [...new Set(numbers)], stores.map(({ id }) => id)],
  );
  return new Map(found.map(({ no, storeId }) => [no, storeId]));
}

/** Takes what moved at the platform. It brings no figures: transfers are received by it, and losses claimed. */
export async function takeLedger(
  c: RuleContext,
  report: TakenReport,
  taken: ReportTaken,
  stores: AccountStores,
): Promise<ReportTold> {
  const [main] = stores;
  const monthFirst = await monthStandsFirst(taken);
  const placed = await placesOf(c.sql, stores, main);
  const account = accountOf(stores);
  const days = new Set<string>();
  const unknown = new Map<string, { storeId: string; code: string; count: number; sample: string }>();
  const rowCount = await keepReportRows(c, report, taken, TABLE, async (rows) => {
    const said = rows.map((row) => rowOf(row, monthFirst));
    const sentTo = await shippedTo(c, stores, said);
    const places = await placed(
      said.map(({ event, reference_no: no, msku, country }) => ({
        marketplace: "",
        orderNo: "",
        sku: msku ?? "",
        country: country ?? "",
        storeId: event === "RECEIPTS" ? sentTo.get(no ?? "") : undefined,
      })),
    );
    return said.map((one, i) => {
      const { store = main, factSku = "*" } = places[i] ?? {};
      const { event_day: day, fnsku, msku, event, reference_no: no, fulfillment_center: fc } = one;
      days.add(day);
      if (factSku === "*" && msku) {
        const key = `${store.id} ${msku.toLowerCase()}`;
        const known = unknown.get(key) ?? { storeId: store.id, code: msku, count: 0, sample: fnsku ?? "" };
        unknown.set(key, { ...known, count: known.count + 1 });
      }
      const row_key = [account, day, fnsku, msku, event, no, fc, one.disposition, one.reason_said].join("/");
      return { ...one, store_id: store.id, fact_sku: factSku, row_key };
    });
  });
  for (const own of groupBy([...unknown.values()], ({ storeId }) => storeId))
    if (own[0]) await tellUnmapped(c, { storeId: own[0].storeId, source: fbaLedger.label }, own);
  return { rowCount, ...periodOf(days) };
}

/** Gives movements the goods that are known by now. */
export const pairLedger = (db: Database, engine: Engine): Promise<void> =>
  eachUnknown(db, engine, TABLE.table, async ({ sql, tenantId }) => {
    await sql.query(pairSaid(TABLE.table, "f.event_day::text"), [tenantId]);
  });

/** FBA库存台账 (figures.md A.3). */
export const fbaLedgerRules = rules(fbaLedger, {
  expressions: {
    transferId: `(select x.id from transfer x where x.tenant_id = t.tenant_id and x.store_id = t.store_id
      and x.shipment_id = t.reference_no and t.event = 'RECEIPTS' and x.status <> 'void' and x.del_flag = 0
      order by x.id limit 1)`,
  },
});
