import { makeMonths } from "#backend/domain/finance/months";
import { NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { requireConfirmed } from "#backend/engine/documents/confirmed";
import { count } from "#backend/engine/documents/reading/list";
import { closeUntil, holdPostings, today } from "#backend/platform/values";
import { documentNamed, isDeclared } from "#documents";
import { exchangeRate } from "#documents/base/exchange-rate";
import { type MonthCheck, monthClose } from "#documents/finance/month-close";
import { oaPayment } from "#documents/finance/oa-payment";
import { OVERDUE } from "#documents/finance/payables/ap-ageing";
import { apOpen } from "#documents/finance/payables/ap-open";
import { supplierStatement } from "#documents/finance/payables/supplier-statement";
import { payment } from "#documents/finance/payment";
import { paymentRequest } from "#documents/finance/payment-request";
import { settlement } from "#documents/finance/settlement/settlement";
import { type DocumentType, type FieldName, permissionOf, type StateOf } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { inspection } from "#documents/purchase/inspection";
import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { otherIn } from "#documents/wms/other-in";
import { otherOut } from "#documents/wms/other-out";
import { keepPlatformTotals, platformChecks, platformTotals } from "./platform";

type MonthCloseLevel = MonthCheck["level"];

/** Rows of a list, up to the last day of a month, that should be done before it is closed. */
interface OpenRows {
  label: string;
  level: MonthCloseLevel;
  document: DocumentType;
  /** Values of the list's filters. */
  where(endDate: string): Record<string, string>;
}

/** Documents in these states whose day is in the month or before. */
const open = <D extends DocumentType>(
  level: MonthCloseLevel,
  label: string,
  document: D,
  states: readonly StateOf<D>[],
  day: FieldName<D> | "createTime" = "createTime",
): OpenRows => ({ level, label, document, where: (endDate) => ({ status: states.join(","), [`${day}To`]: endDate }) });

const begun = ["draft", "auditing", "rejected"] as const;

/** What blocks could not be posted any more; what warns goes on in a later month. */
const OPEN_ROWS: readonly OpenRows[] = [
  open("block", "已审批未入库的其他入库单", otherIn, ["approved"], "bizDate"),
  open("block", "已审批未出库的其他出库单", otherOut, ["approved"], "bizDate"),
  open("warn", "已发货未签收的送货单", delivery, ["shipped", "partSigned"], "shipDate"),
  open("warn", "已签收未质检的质检单", inspection, ["pending", "inspecting", "auditing"]),
  open("warn", "已审批未出库的退货单", purchaseReturn, ["approved"]),
  open("warn", "已审批未出库的换货单", purchaseExchange, ["approved"]),
  open("warn", "未完成审批的其他入库单", otherIn, begun, "bizDate"),
  open("warn", "未完成审批的其他出库单", otherOut, begun, "bizDate"),
  open("warn", "未完成审批的退货单", purchaseReturn, begun),
  open("warn", "未发货的送货单草稿", delivery, ["draft"]),
  {
    level: "warn",
    label: "到期未付的应付",
    document: apOpen,
    where: (endDate) => ({ bucket: OVERDUE, dueDateTo: endDate }),
  },
  open("warn", "未确认的供应商对账单", supplierStatement, ["draft", "sent"], "toDate"),
  open("warn", "到期望付款日未付清的请款单", paymentRequest, ["approved", "partPaid"], "expectPayDate"),
  open("warn", "未完成审批的请款单", paymentRequest, begun),
  open("warn", "到计划付款日未付款的付款单", payment, ["pending", "merged", "oa"], "plannedDate"),
  open("warn", "已审批未付款的OA付款单", oaPayment, ["approved"]),
  open("warn", "未过账的结算单", settlement, ["draft", "reconciled"], "endTime"),
];

/** All rows of the tenant count, whoever looks. */
const everybody = (c: RuleContext) => ({
  ...c.caller,
  permissions: new Set<string>(),
  scope: { kind: "all" } as const,
});

/** What the nightly check of the ledgers found last. */
async function differences({ sql, tenantId }: RuleContext): Promise<MonthCheck> {
  const found = await sql.one<{ time: string; faults: { place: string; fault: string }[] }>(
    `select check_time as time, faults from ledger_check where tenant_id = $1`,
    [tenantId],
  );
  const some = found?.faults.slice(0, 3).map((f) => `${f.place} ${f.fault}`);
  return {
    label: "库存账与应付账的差异",
    level: "block",
    count: found?.faults.length ?? 0,
    said: found ? [`${found.time.slice(0, 16)}对账`, ...(some ?? [])].join("；") : "尚未对账",
  };
}

/** Currencies of the month's entries that had no rate on its first day: its month rate. */
async function missingRates({ sql, tenantId }: RuleContext, endDate: string): Promise<MonthCheck> {
  const rows = await sql.query<{ currency: string }>(
    `select currency from ap_entry where tenant_id = $1 and currency <> 'CNY'
       and biz_date between date_trunc('month', $2::date) and $2::date
     group by 1 having not exists (select 1 from exchange_rate r where r.tenant_id = $1
       and r.currency = ap_entry.currency and r.del_flag = 0
       and r.effective_date <= date_trunc('month', $2::date)) order by 1`,
    [tenantId, endDate],
  );
  const said = rows.map(({ currency }) => `缺少${currency}在${endDate.slice(0, 7)}-01的汇率`);
  return {
    label: "缺少月汇率的币种",
    level: "warn",
    count: rows.length,
    said: said.join("；"),
    document: exchangeRate.name,
    query: {},
  };
}

/** What is open at the end of a month: all of its check list, also what is in order. */
async function monthChecks(c: RuleContext, endDate: string): Promise<MonthCheck[]> {
  const checks = [await differences(c)];
  for (const { document, label, level, where } of OPEN_ROWS) {
    const query = where(endDate);
    const rules = c.book.get(document.name)?.rules ?? {};
    const asked = { ...query, current: 1, size: 1 };
    const open = await count(c.sql, document, asked, everybody(c), rules);
    checks.push({ label, level, count: open, document: document.name, query });
  }
  return [...checks, await missingRates(c, endDate), ...(await platformChecks(c, endDate))];
}

/** The checks without lists that the caller may not see. */
const shownTo = ({ caller }: RuleContext, checks: readonly MonthCheck[]): MonthCheck[] =>
  checks.map(({ document, ...check }) => {
    const seen =
      document && isDeclared(document) && caller.permissions.has(permissionOf(documentNamed(document), "view"));
    return seen ? { ...check, document } : check;
  });

/** Those of a level that are not in order, in words. */
const openIn = (checks: readonly MonthCheck[], level: MonthCloseLevel): string =>
  checks
    .filter((check) => check.level === level && check.count > 0)
    .map(({ label, count: n }) => `${label}${n}项`)
    .join("、");

/** What of a month's entries is called what; the rest is 抵扣及退款. */
const PARTS = {
  receipt: ["receipt", "receiptReverse"],
  returned: ["return", "returnReverse", "closeDeduct"],
  fee: ["fee"],
  discount: ["discount"],
  paid: ["payment", "paymentReverse"],
} as const;

/** Payables of a month in one currency. */
interface MonthTotal extends Record<keyof typeof PARTS, string> {
  currency: string;
  opening: string;
  other: string;
  closing: string;
  closingBase: string;
}

const named = Object.values(PARTS).flat();
const part = (types: readonly string[], is = "in") =>
  `coalesce(sum(amount) filter (where of_month and biz_type ${is} (${types.map((t) => `'${t}'`).join(", ")})), 0)`;

/**
 * What was owed before a month, what changed it and what is owed at its end, per currency. Begins with
 * what the last closed month before it ended with, so that only later entries are read.
 */
const monthTotals = ({ sql, tenantId }: RuleContext, month: string, endDate: string) =>
  sql.query<MonthTotal>(
    `with base as (
       select id, end_date from month_close where tenant_id = $1 and month < $2
         and status = 'closed' and close_time is not null and del_flag = 0 order by month desc limit 1),
     known as (
       select currency, closing, closing_base from month_close_total
       where month_close_id = (select id from base) and del_flag = 0),
     since as (
       select currency, sum(amount) as amount, sum(base_amount) as base,
         coalesce(sum(amount) filter (where not of_month), 0) as before,
         ${Object.entries(PARTS)
           .map(([name, types]) => `${part(types)} as ${name}`)
           .join(", ")},
         ${part(named, "not in")} as other
       from (
         select *, biz_date >= date_trunc('month', $3::date) as of_month from ap_entry
         where tenant_id = $1 and biz_date <= $3::date
           and biz_date > coalesce((select end_date from base), '-infinity'::date)) e
       group by currency)
     select currency, (coalesce(k.closing, 0) + coalesce(s.before, 0))::text as opening,
       ${[...Object.keys(PARTS), "other"].map((name) => `coalesce(s.${name}, 0)::text as ${name}`).join(", ")},
       (coalesce(k.closing, 0) + coalesce(s.amount, 0))::text as closing,
       (coalesce(k.closing_base, 0) + coalesce(s.base, 0))::text as "closingBase"
     from known k full join since s using (currency) order by currency <> 'CNY', currency`,
    [tenantId, month, endDate],
  );

/** Keeps what a month that is being closed ends with. */
async function keepTotals(c: RuleContext, id: string, totals: readonly MonthTotal[]) {
  await c.sql.query("delete from month_close_total where month_close_id = $1", [id]);
  await c.sql.query(
    `insert into month_close_total (tenant_id, month_close_id, line_no, currency, opening, receipt,
       returned, fee, discount, paid, other, closing, closing_base)
     select $1, $2, x.n, x.currency, x.opening, x.receipt, x.returned, x.fee, x.discount, x.paid,
       x.other, x.closing, x."closingBase"
     from jsonb_to_recordset($3::jsonb) as x(n int, currency text, opening numeric, receipt numeric,
       returned numeric, fee numeric, discount numeric, paid numeric, other numeric, closing numeric,
       "closingBase" numeric)`,
    [c.tenantId, id, JSON.stringify(totals.map((t, i) => ({ n: i + 1, ...t })))],
  );
}

/** The first month before this one that is not closed. */
const openBefore = ({ sql, tenantId }: RuleContext, month: string) =>
  sql.one<{ month: string }>(
    `select month from month_close where tenant_id = $1 and month < $2 and status <> 'closed'
       and del_flag = 0 order by month limit 1`,
    [tenantId, month],
  );

const lastClosed = ({ sql, tenantId }: RuleContext) =>
  sql.one<{ month: string; endDate: string }>(
    `select month, end_date as "endDate" from month_close
     where tenant_id = $1 and status = 'closed' and del_flag = 0 order by month desc limit 1`,
    [tenantId],
  );

/** The check list of a month as it was when it was closed. */
const keptChecks = async ({ sql }: RuleContext, id: string) =>
  (await sql.one<{ checks: MonthCheck[] }>("select checks from month_close where id = $1", [id]))?.checks ?? [];

const close = transition(monthClose, "close", {
  async lock(c, row) {
    if (c.sql.held) {
      await holdPostings(c);
      await makeMonths(c.sql, c.tenantId);
    }
    return { earlier: await openBefore(c, row.month), checks: await monthChecks(c, row.endDate) };
  },
  guard({ row, earlier, checks }) {
    if (row.endDate >= today()) return `${row.month}尚未结束，不能关账`;
    if (earlier) return `请先关账${earlier.month}`;
    const blocked = openIn(checks, "block");
    return blocked && `${row.month}不能关账：${blocked}`;
  },
  async effect(c, { row, checks }) {
    const open = openIn(checks, "warn");
    if (open) requireConfirmed(c, `${row.month}还有${open}，以后在开放的月份登记，确认关账吗？`);
    await keepTotals(c, row.id, await monthTotals(c, row.month, row.endDate));
    await keepPlatformTotals(c, row.id, await platformTotals(c, row.endDate));
    await patch(c, monthClose, row.id, { closeBy: c.caller.userId, closeTime: NOW, checks });
    await closeUntil(c, row.endDate);
  },
});

const reopen = transition(monthClose, "reopen", {
  async lock(c) {
    if (c.sql.held) await holdPostings(c);
    return { last: await lastClosed(c) };
  },
  guard: ({ row, last }) => last?.month !== row.month && `只能对最近关账的${last?.month ?? "月份"}反关账`,
  async effect(c, { row }, { reason }) {
    await patch(c, monthClose, row.id, {
      reopenBy: c.caller.userId,
      reopenTime: NOW,
      reopenReason: reason,
      closeBy: null,
      closeTime: null,
      checks: null,
    });
    await closeUntil(c, (await lastClosed(c))?.endDate ?? null);
  },
});

/** Lines that nobody keeps yet. */
const numbered = <T extends object>(totals: readonly T[]) =>
  totals.map((t, i) => ({ id: String(i), version: 0, lineNo: i + 1, ...t }));

/** 月结 (supply.md C.3): closed in order, opened again from the last one. */
export const monthCloseRules = rules(monthClose, {
  async enrichOne(c, row) {
    const kept = row.status === "closed" && row.closeTime;
    const checks = kept ? await keptChecks(c, row.id) : await monthChecks(c, row.endDate);
    row.checks = shownTo(c, checks);
    if (kept) return;
    row.totals = numbered(await monthTotals(c, row.month, row.endDate));
    row.receivables = numbered(await platformTotals(c, row.endDate));
  },
  transitions: [close, reopen],
});
