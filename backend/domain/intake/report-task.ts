import { wake } from "#backend/engine/connect/enqueue";
import { NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { adReport, openTasks, reportTask } from "#documents/base/report-task";
import type { RowOf } from "#documents/kit";
import { FETCH_ADS } from "./ads/fetch";
import { ASK_REPORTS } from "./ask";
import { isSnapshot } from "./kinds";

const UNDER_WAY = "这些日期正在取数，请稍候";
const OFF = "外部连接已停用，请先在“外部连接”启用";

/** What is asked for anew: a report of days, by the connection that had it. */
interface AskedAnew {
  connectorId: string | null;
  storeId: string;
  kind: string;
  start: string;
  end: string;
}

/**
 * Has a report made anew as soon as can be, before what the plan asks for (figures.md A.1).
 * @param who the person who wants it; nobody: it is a row of its own all the same
 * @returns false where the same days are under way
 */
export async function askAnew(sql: Sql, tenantId: string, asked: AskedAnew, who: string | null): Promise<boolean> {
  const made = await sql.one(
    `insert into report_task (tenant_id, connector_id, store_id, kind, start_date, end_date, asked_by, create_by)
     select $1, $2, $3, $4, $5, $6, 'person', $7 where not exists (select 1 from report_task o
       where o.tenant_id = $1 and o.connector_id = $2 and o.kind = $4 and o.start_date = $5 and o.end_date = $6
         and o.state = any($8))
     on conflict do nothing returning id`,
    [tenantId, asked.connectorId, asked.storeId, asked.kind, asked.start, asked.end, who, openTasks],
  );
  await wake(sql, ASK_REPORTS);
  return !!made;
}

/** Whether the connection of a task still reads, and what day it is at its store. */
async function connectionOf({ sql, tenantId }: RuleContext, connectorId: string | null) {
  const found = await sql.one<{ reads: boolean; today: string }>(
    `select x.enabled and x.del_flag = 0 and s.state = 'enabled' and s.del_flag = 0 as reads,
       (now() at time zone i.timezone)::date::text as today
     from connector x join store s on s.id = x.store_id join site i on i.id = s.site_id
     where x.id = $1 and x.tenant_id = $2`,
    [connectorId, tenantId],
  );
  return found ?? { reads: false, today: "" };
}

const isOpen = (state: string | null) => openTasks.some((one) => one === state);

/** Why what platforms tell as it is now cannot be had of a day that is over. */
const past = ({ kind, startDate }: RowOf<typeof reportTask>, today: string) =>
  kind && isSnapshot(kind) && startDate !== today
    ? "这份报告是当天的快照，只能取今天的；过去的请上传当天下载的报告"
    : undefined;

const taskAgain = transition(reportTask, "again", {
  lock: async (c, row) => connectionOf(c, row.connectorId),
  guard: ({ row, reads, today }) => (isOpen(row.state) && UNDER_WAY) || (!reads && OFF) || past(row, today),
  async effect(c, { row }) {
    const { connectorId, storeId, kind, startDate: start, endDate: end } = row;
    if (!storeId || !kind || !start || !end) return;
    const asked = { connectorId, storeId, kind, start, end };
    if (!(await askAnew(c.sql, c.tenantId, asked, c.caller.userId))) throw conflict(UNDER_WAY);
  },
});

const taskCancel = transition(reportTask, "cancel", {
  guard: ({ row }) => !isOpen(row.state) && "已经结束的任务不能取消",
  effect: ({ sql }, { row }) => patch({ sql }, reportTask, row.id, { state: "cancelled", endTime: NOW }),
});

const adAgain = transition(adReport, "again", {
  lock: async (c, row) => connectionOf(c, row.connectorId),
  guard: ({ row, reads }) =>
    (!row.connectorId && "这是上传的报告，请在“报告文件”上传新的") ||
    (isOpen(row.state) && UNDER_WAY) ||
    (row.state === "held" && "请先确认采用或取消") ||
    (!reads && OFF),
  async effect({ sql, tenantId, caller }, { row }) {
    const made = await sql.one(
      `insert into ad_report (tenant_id, connector_id, store_id, report_type, start_date, end_date, asked_by, create_by)
       select tenant_id, connector_id, store_id, report_type, start_date, end_date, 'person', $3 from ad_report t
       where t.id = $1 and t.tenant_id = $2 and not exists (select 1 from ad_report o
         where o.connector_id = t.connector_id and o.report_type = t.report_type and o.start_date = t.start_date
           and o.end_date = t.end_date and o.state = any($4))
       on conflict do nothing returning id`,
      [row.id, tenantId, caller.userId, openTasks],
    );
    if (!made) throw conflict(UNDER_WAY);
    await wake(sql, FETCH_ADS);
  },
});

const adCancel = transition(adReport, "cancel", {
  guard: ({ row }) => !isOpen(row.state) && row.state !== "held" && "已经结束的任务不能取消",
  effect: ({ sql }, { row }) => patch({ sql }, adReport, row.id, { state: "cancelled", endTime: NOW }),
});

/** It is taken as it is: the platform still has it, else it is asked for anew. */
const adAccept = transition(adReport, "accept", {
  guard: ({ row }) => row.state !== "held" && "没有要确认的内容",
  async effect({ sql, tenantId }, { row }) {
    await sql.query(
      `update ad_report set accepted = true, state = case when platform_no is null then 'due' else 'waiting' end,
         next_run = now(), error = null where id = $1 and tenant_id = $2`,
      [row.id, tenantId],
    );
    await wake(sql, FETCH_ADS);
  },
});

const shown = (open: readonly string[]) => ({
  period: "case when t.start_date = t.end_date then t.start_date::text else t.start_date || ' 至 ' || t.end_date end",
  nextTime: `case when t.state in (${open.map((state) => `'${state}'`).join(", ")}) then t.next_run end`,
});

/** 取数任务 (figures.md A.1): what jobs ask of platforms is seen here, asked for anew and called off. */
export const reportTaskRuleSet = [
  rules(reportTask, {
    expressions: {
      ...shown(openTasks),
      fileState: `(select f.status from report_file f where f.id = t.report_file_id and f.tenant_id = t.tenant_id)`,
    },
    transitions: [taskAgain, taskCancel],
  }),
  rules(adReport, { expressions: shown(openTasks), transitions: [adAgain, adCancel, adAccept] }),
];
