import { monthClose } from "#documents/finance/month-close";
import { requireConfirmed } from "../../../documents/confirmed";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { today } from "../../../values/calendar";
import { closeUntil, holdPostings } from "../../../values/open-month";
import { type Check, monthChecks, openIn, shownTo } from "./checks";
import { makeMonths } from "./months";
import { keepTotals, monthTotals } from "./totals";

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
  (await sql.one<{ checks: Check[] }>("select checks from month_close where id = $1", [id]))
    ?.checks ?? [];

const close = transition(monthClose, "close", {
  async lock(c, row) {
    if (c.sql.held) {
      await holdPostings(c);
      await makeMonths(c.sql, c.tenantId);
    }
    return {
      earlier: await openBefore(c, row.month),
      checks: await monthChecks(c, row.endDate),
    };
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
    await c.sql.query(
      "update month_close set close_by = $2, close_time = now(), checks = $3 where id = $1",
      [row.id, c.caller.userId, JSON.stringify(checks)],
    );
    await closeUntil(c, row.endDate);
  },
});

const reopen = transition(monthClose, "reopen", {
  async lock(c) {
    if (c.sql.held) await holdPostings(c);
    return { last: await lastClosed(c) };
  },
  guard: ({ row, last }) =>
    last?.month !== row.month && `只能对最近关账的${last?.month ?? "月份"}反关账`,
  async effect(c, { row }, { reason }) {
    await c.sql.query(
      `update month_close set reopen_by = $2, reopen_time = now(), reopen_reason = $3,
         close_by = null, close_time = null, checks = null where id = $1`,
      [row.id, c.caller.userId, reason],
    );
    await closeUntil(c, (await lastClosed(c))?.endDate ?? null);
  },
});

/** 月结 (supply.md C.3): closed in order, opened again from the last one. */
export const monthCloseRules = rules(monthClose, {
  async enrichOne(c, row) {
    const kept = row.status === "closed" && row.closeTime;
    const checks = kept ? await keptChecks(c, row.id) : await monthChecks(c, row.endDate);
    row.checks = shownTo(c, checks);
    if (kept) return;
    const totals = await monthTotals(c, row.month, row.endDate);
    row.totals = totals.map((t, i) => ({ ...{ id: String(i), version: 0, lineNo: i + 1 }, ...t }));
  },
  transitions: [close, reopen],
});
