import { z } from "zod";
import { lockWhole, patch, pick, type RuleContext, rules, type SourceId, transition } from "#backend/engine/documents";
import { context } from "#backend/engine/documents/call";
import { readDocument } from "#backend/engine/documents/reading/read-document";
import { lockIds, pickRow } from "#backend/platform/db";
import { conflict, type Endpoint, endpoint, invalid } from "#backend/platform/http";
import { type SheetColumn, sendXlsx } from "#backend/platform/http/spreadsheet";
import { logExport } from "#backend/platform/logs/write";
import { dec, today } from "#backend/platform/values";
import { payableTypes } from "#documents/finance/payable-words";
import { type LaterEntry, supplierStatement } from "#documents/finance/payables/supplier-statement";
import type { RowOf } from "#documents/kit";
import { supplier } from "#documents/supplier/supplier";

/** A supplier in one currency over some days. */
interface StatementPeriod {
  supplierId: string;
  currency: string;
  fromDate: string;
  toDate: string;
}

interface PeriodFigures {
  opening: string;
  added: string;
  returned: string;
  paid: string;
  refunded: string;
  closing: string;
  entryCount: number;
}

/** SQL of what was owed to supplier `$1` in currency `$2` at the end of a day. */
const owedAt = (day: string) =>
  `coalesce((select ap_balance_at(a.id, ${day}) from ap_account a
     where a.supplier_id = $1 and a.currency = $2), 0.00)`;

const values = ({ supplierId, currency, fromDate, toDate }: StatementPeriod) => [
  supplierId,
  currency,
  fromDate,
  toDate,
];

/** What was owed before the period, what changed in it by kind, what is owed after it. */
async function figuresOf({ sql }: RuleContext, period: StatementPeriod): Promise<PeriodFigures> {
  const row = await sql.one<PeriodFigures>(
    `select ${owedAt("$3::date - 1")}::text as opening, ${owedAt("$4::date")}::text as closing,
       ${["added", "returned", "paid", "refunded"]
         .map(
           (kind) => `coalesce(sum(e.amount) filter (where ap_group(e.biz_type) = '${kind}'), 0.00)::text as ${kind}`,
         )
         .join(", ")}, count(e.id)::int as "entryCount"
     from ap_entry e where e.supplier_id = $1 and e.currency = $2 and e.biz_date between $3 and $4`,
    values(period),
  );
  if (!row) throw new Error("an aggregate always answers");
  return row;
}

/** Writes the entries of a period as the lines of a statement, each with the balance after it. */
async function writeStatement(
  { sql, tenantId }: RuleContext,
  id: string,
  period: StatementPeriod,
  opening: string,
): Promise<void> {
  await sql.query("delete from supplier_statement_line where supplier_statement_id = $1", [id]);
  await sql.query(
    `insert into supplier_statement_line (tenant_id, supplier_statement_id, line_no, biz_date,
       biz_type, po_id, biz_document, biz_id, biz_no, due_date, amount, balance, entry_id)
     select $5, $6, row_number() over o, e.biz_date, e.biz_type, e.po_id, e.biz_document,
       e.biz_id::text, e.biz_no, e.due_date, e.amount, $7::numeric + sum(e.amount) over o, e.id::text
     from ap_entry e
     where e.supplier_id = $1 and e.currency = $2 and e.biz_date between $3 and $4
     window o as (order by e.biz_date, e.id)`,
    [...values(period), tenantId, id, opening],
  );
}

/** Entries that came into the period, or before it, after the statement was fixed. */
const laterEntries = (
  { sql }: RuleContext,
  { lastEntry, supplierId, currency, toDate }: StatementPeriod & { lastEntry: string },
) =>
  sql.query<LaterEntry>(
    `select e.biz_date as "bizDate", e.biz_type as "bizType", e.po_id as "poId", o.no as "poNo",
       e.biz_document as "bizDocument", e.biz_id as "bizId", e.biz_no as "bizNo",
       e.amount::text as amount
     from ap_entry e left join purchase_order o on o.id = e.po_id
     where e.supplier_id = $1 and e.currency = $2 and e.biz_date <= $3 and e.id > $4
     order by e.biz_date, e.id limit 200`,
    [supplierId, currency, toDate, lastEntry],
  );

/** Lines that one sheet can bear. */
const MOST = 2000;

type PayableStatementRow = RowOf<typeof supplierStatement>;

const periodOf = ({ supplierId, currency, fromDate, toDate }: PayableStatementRow): StatementPeriod => ({
  supplierId,
  currency,
  fromDate,
  toDate,
});

/** @throws Refusal 400 期间不对 */
function requirePeriod({ fromDate, toDate }: Pick<StatementPeriod, "fromDate" | "toDate">): void {
  const early = "结束日期不能早于开始日期";
  if (toDate < fromDate) throw invalid(early, { toDate: early });
  const future = "结束日期不能晚于今天";
  if (toDate > today()) throw invalid(future, { toDate: future });
}

/** One statement says what one entry is: periods of a supplier and currency do not overlap. */
async function requireApart({ sql }: RuleContext, period: StatementPeriod, id: string | null) {
  const row = await sql.one<{ no: string }>(
    `select no from supplier_statement
     where supplier_id = $1 and currency = $2 and from_date <= $4 and to_date >= $3
       and status <> 'void' and del_flag = 0 and id is distinct from $5 order by id limit 1`,
    [period.supplierId, period.currency, period.fromDate, period.toDate, id],
  );
  if (row) throw conflict(`对账单${row.no}已包含该期间`);
}

const supplierOf = ({ sql }: RuleContext, id: string) => pick({ sql }, supplier, id, ["name", "buyerId", "currency"]);

/** Figures and lines as the ledger has them now. The supplier is locked: nothing is posted meanwhile. */
async function draw(c: RuleContext, row: PayableStatementRow): Promise<void> {
  const period = periodOf(row);
  const figures = await figuresOf(c, period);
  if (figures.entryCount > MOST) throw conflict(`期间内有${figures.entryCount}笔流水，超过${MOST}笔，请缩短期间`);
  await writeStatement(c, row.id, period, figures.opening);
  await patch(c, supplierStatement, row.id, {
    opening: figures.opening,
    added: figures.added,
    returned: figures.returned,
    paid: figures.paid,
    refunded: figures.refunded,
    closing: figures.closing,
    entryCount: figures.entryCount,
    supplierAmount: 0,
    difference: 0,
  });
}

const lockSupplier = async (c: RuleContext, { supplierId }: PayableStatementRow) => {
  await lockIds(c.sql, "supplier", [supplierId]);
  return {};
};

const refresh = transition(supplierStatement, "refresh", { lock: lockSupplier, effect: (c, { row }) => draw(c, row) });

const send = transition(supplierStatement, "send", {
  lock: lockSupplier,
  async effect(c, { row }) {
    await draw(c, row);
    // Entries of a supplier are added under his lock: what comes later has a greater id.
    await c.sql.query(
      `update supplier_statement t set sent_time = now(), last_entry = (
         select coalesce(max(e.id), 0) from ap_entry e where e.supplier_id = t.supplier_id)::text
       where t.id = $1`,
      [row.id],
    );
  },
});

const confirm = transition(supplierStatement, "confirm", {
  check({ row }, { supplierAmount, differenceNote, confirmDate }) {
    if (confirmDate > today()) return "确认日期不能晚于今天";
    const by = dec(supplierAmount ?? row.closing).minus(dec(row.closing));
    return !by.eq(0) && !differenceNote ? `对方余额与我方相差${by.toFixed(2)}，请填写差异说明` : undefined;
  },
  async effect(c, { row }, input) {
    const amount = input.supplierAmount ?? row.closing;
    await patch(c, supplierStatement, row.id, {
      confirmDate: input.confirmDate,
      supplierAmount: amount,
      difference: dec(amount).minus(dec(row.closing)).toFixed(2),
      differenceNote: input.differenceNote ?? null,
      signedFiles: input.signedFiles,
    });
  },
});

/** Last month of a supplier in his own currency, or in the one of the account that a link names. */
async function prefill(c: RuleContext, from: { supplierId?: readonly SourceId[]; accountId?: readonly SourceId[] }) {
  type Account = { supplier_id: string; currency: string };
  const account = await pickRow<Account>(c.sql, "ap_account", from.accountId?.[0], ["supplier_id", "currency"]);
  const supplierId = account?.supplier_id ?? from.supplierId?.[0];
  const supplier = supplierId ? await supplierOf(c, supplierId) : undefined;
  const currency = account?.currency ?? supplier?.currency;
  const [year = 0, month = 0] = today().split("-").map(Number);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return {
    ...(supplier && { supplierId, supplierName: supplier.name }),
    ...(currency && { currency }),
    fromDate: day(new Date(Date.UTC(year, month - 2, 1))),
    toDate: day(new Date(Date.UTC(year, month - 1, 0))),
  };
}

/** 供应商对账单: drafted from the ledger, fixed when it is sent. */
export const supplierStatementRules = rules(supplierStatement, {
  expressions: {
    laterAmount: `case when t.status in ('sent', 'confirmed') then coalesce((
      select ap_balance_at(a.id, t.to_date) from ap_account a
      where a.supplier_id = t.supplier_id and a.currency = t.currency), 0.00) - t.closing else 0.00 end`,
  },
  prefill,
  async beforeSave(c, next, before) {
    const all = { ...before, ...next };
    const { supplierId, currency, fromDate, toDate } = all;
    if (!supplierId || !currency || !fromDate || !toDate) return;
    requirePeriod({ fromDate, toDate });
    await lockIds(c.sql, "supplier", [supplierId]);
    await requireApart(c, { supplierId, currency, fromDate, toDate }, before?.id ?? null);
    const supplier = await supplierOf(c, supplierId);
    next.supplierText = supplier?.name;
    next.buyerId = supplier?.buyerId;
  },
  async afterSave(c, id) {
    await draw(c, await lockWhole(c, supplierStatement, id, { anyScope: true }));
  },
  async enrichOne(c, row) {
    if (row.status !== "sent" && row.status !== "confirmed") return;
    if (!c.caller.permissions.has("purchase_price_view")) return;
    row.later = await laterEntries(c, { ...periodOf(row), lastEntry: row.lastEntry ?? "0" });
  },
  transitions: [refresh, send, confirm],
});

const COLUMNS: SheetColumn[] = [
  { key: "bizDate", header: "业务日期", width: 12 },
  { key: "type", header: "类型", width: 12 },
  { key: "po", header: "采购单", width: 16 },
  { key: "no", header: "来源单", width: 16 },
  { key: "dueDate", header: "到期日", width: 12 },
  { key: "amount", header: "金额", width: 16, numFmt: "#,##0.00" },
  { key: "balance", header: "余额", width: 16, numFmt: "#,##0.00" },
];

const figure = (value: string | undefined) => (value === undefined ? "" : Number(value));

/** Opening, every entry with the balance after it, closing. */
function rowsOf(row: RowOf<typeof supplierStatement>): object[] {
  return [
    { bizDate: row.fromDate, type: "期初余额", balance: figure(row.opening) },
    ...row.items.map((l) => ({
      bizDate: l.bizDate,
      type: l.bizType && payableTypes[l.bizType].label,
      po: l.$poId,
      no: l.bizNo,
      dueDate: l.dueDate,
      amount: figure(l.amount),
      balance: figure(l.balance),
    })),
    { bizDate: row.toDate, type: "期末余额", balance: figure(row.closing) },
  ];
}

/** `GET /finance/statement/sheet?id=`: 供应商对账单 as xlsx. */
export const statementEndpoints: Endpoint[] = [
  endpoint({
    tag: "对账单",
    path: "/finance/statement/sheet",
    title: "导出供应商对账单",
    permission: "finance_statement_export",
    raw: true,
    query: z.object({ id: z.string() }),
    async handle(call) {
      const { db, res, query } = call;
      const row = await readDocument(context(call, db), supplierStatement, supplierStatementRules, query.id);
      await logExport(call, "导出供应商对账单", row.no, row.items.length);
      await sendXlsx(res, `供应商对账单${row.no}.xlsx`, COLUMNS, rowsOf(row), {
        demo: call.config.demo,
        filterText: `${row.supplierText} ${row.currency} ${row.fromDate} 至 ${row.toDate}`,
      });
    },
  }),
];
