import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import { type Connector, connectorOf, connectorsOf } from "#backend/engine/connect/connector";
import { Spent, takeQuota } from "#backend/engine/connect/quota";
import { Later, Refused } from "#backend/engine/connect/words";
import { type Engine, patch } from "#backend/engine/documents";
import { eachBeside } from "#backend/platform/beside";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, errorText, inSeconds, NOW, patchRow, whileFree } from "#backend/platform/db";
import { conflict, Refusal } from "#backend/platform/http";
import { connector as connectorType } from "#documents/base/connector";
import { fileKinds, type ReportKind } from "#documents/base/report-file";
import { entriesOf } from "#documents/kit";
import { askAgain, askLater, LOOK_SECONDS, LOST_HOURS, stillAsked, unlessCancelled } from "./asked-again";
import { type FetchProgram, keepReport, openDocument } from "./keep-report";
import { REPORT_KINDS } from "./kinds";
import { BACK_QUOTA, QUOTAS } from "./quotas";
import type { AskedKind } from "./taken";

/** Name of the job that asks marketplaces to make reports. */
export const ASK_REPORTS = "askReports";

/** Connections that are asked beside each other. */
const BESIDE = 3;
/** What of a document that says why there is no report is kept. */
const WHY_CHARS = 300;

const ASKED = entriesOf(REPORT_KINDS).flatMap(([kind, { asked }]) => (asked ? [{ kind, asked }] : []));

interface AskedConnection {
  id: string;
  tenantId: string;
  storeId: string;
  /** Today at the site of its store. */
  day: string;
  /** The first one of its seller account, of its store: the others need not ask for the same. */
  ofAccount: boolean;
  ofStore: boolean;
  marketplaceId: string | null;
  marketplaceIds: string[] | null;
}

const connectionsOf = (db: Database, ids: readonly string[]) =>
  db.query<AskedConnection>(
    `select x.id, x.tenant_id as "tenantId", s.id as "storeId", (now() at time zone i.timezone)::date::text as day,
       row_number() over (partition by x.tenant_id, coalesce(nullif(s.seller_id, ''), s.id::text) order by x.id) = 1
         as "ofAccount",
       row_number() over (partition by x.tenant_id, s.id order by x.id) = 1 as "ofStore",
       nullif(i.marketplace_id, '') as "marketplaceId",
       (select array_agg(distinct j.marketplace_id) from store b join site j on j.id = b.site_id
        where b.tenant_id = s.tenant_id and b.del_flag = 0 and j.marketplace_id <> ''
          and (b.id = s.id or nullif(b.seller_id, '') = s.seller_id)) as "marketplaceIds"
     from connector x join store s on s.id = x.store_id and s.del_flag = 0 and s.state = 'enabled'
       join site i on i.id = s.site_id
     where x.id = any($1::bigint[]) order by x.id`,
    [ids],
  );

/**
 * Asks for the days of every kind that are due today; what was asked for today is not asked for again, but for what
 * is told several times a day. That, and what a person asked for, is of no such day.
 */
async function plan(db: Database, connection: AskedConnection): Promise<void> {
  const { id, tenantId, storeId, day } = connection;
  const known = await db.query<{ kind: ReportKind; last: string | null; hours: number; open: boolean }>(
    `select kind, max(asked_day)::text as last,
       extract(epoch from now() - max(create_time) filter (where asked_by <> 'person'))::float8 / 3600 as hours,
       bool_or(state in ('due', 'waiting', 'downloading')) as open
     from report_task where connector_id = $1 and tenant_id = $2 group by 1`,
    [id, tenantId],
  );
  for (const { kind, asked } of ASKED) {
    if (!(asked.scope === "account" ? connection.ofAccount : connection.ofStore)) continue;
    const before = known.find((one) => one.kind === kind);
    const last = before?.last;
    const again = asked.everyHours && !before?.open && (before?.hours ?? 0) >= asked.everyHours;
    if (last === day && !again) continue;
    // What is asked for on any day is asked for now; how far a new connection reaches back beyond it can wait.
    const usual = new Set(asked.windows(day, false).map(String));
    const windows = asked
      .windows(day, !last)
      .map(([start, end]) => ({ start, end, by: last || usual.has(`${start},${end}`) ? "job" : "gap" }));
    await db.query(
      `insert into report_task (tenant_id, connector_id, store_id, kind, start_date, end_date, asked_day, asked_by)
       select $1, $2, $3, $4, x.start, x."end", $5, x.by
       from jsonb_to_recordset($6::jsonb) as x(start date, "end" date, by text) order by x."end" desc, x.start desc
       on conflict (connector_id, kind, start_date, end_date, asked_day) do nothing`,
      [tenantId, id, storeId, kind, last === day ? null : day, JSON.stringify(windows)],
    );
  }
}

interface ReportTask {
  id: string;
  kind: ReportKind;
  start: string;
  end: string;
  state: "due" | "waiting" | "downloading";
  platformNo: string | null;
  documentNo: string | null;
  reportTime: string | null;
  attempts: number;
  /** A new connection asks it back. */
  back: boolean;
  /** It waits for so long that nobody does any more. */
  lost: boolean;
}

const TASKS = `
  select id, kind, start_date::text as start, end_date::text as "end", state, platform_no as "platformNo",
    document_no as "documentNo",
    to_char(report_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "reportTime", attempts,
    asked_by = 'gap' as back, create_time < now() - make_interval(hours => ${LOST_HOURS}) as lost
  from report_task where connector_id = $1 and tenant_id = $2 and state in ('due', 'waiting', 'downloading')
    and next_run <= now() order by asked_by = 'person' desc, asked_by = 'gap', id`;

const created = z.object({ reportId: z.string().min(1).max(100) });
const looked = z.object({
  processingStatus: z.string().max(40),
  reportDocumentId: z.string().max(300).optional(),
  createdTime: z.string().max(40).optional(),
  processingEndTime: z.string().max(40).optional(),
});

/** What a turn of a connection works with. */
interface AskingTurn extends FetchProgram {
  connector: Connector;
  connection: AskedConnection;
}

async function ask({ db, connector, connection }: AskingTurn, task: ReportTask, asked: AskedKind): Promise<void> {
  const { marketplaceId, marketplaceIds } = connection;
  const places = asked.scope === "account" ? marketplaceIds : marketplaceId && [marketplaceId];
  if (!places?.length) throw new Refused("店铺的站点没有市场编号，请在“站点”里填写");
  if (task.back) await takeQuota(db, connector, BACK_QUOTA);
  const { reportId } = await call(db, connector, {
    method: "POST",
    path: "/reports/2021-06-30/reports",
    body: {
      reportType: asked.type,
      marketplaceIds: places,
      dataStartTime: `${task.start}T00:00:00Z`,
      dataEndTime: `${task.end}T23:59:59Z`,
      ...(asked.options && { reportOptions: asked.options }),
    },
    schema: created,
    quota: QUOTAS.createReport,
  });
  await patchRow(db, "report_task", task.id, {
    state: unlessCancelled("waiting"),
    platform_no: reportId,
    error: null,
    next_run: inSeconds(LOOK_SECONDS),
  });
}

/** What the platform wrote of why there is no report; nothing: that there is none. */
async function whyNot({ db, connector }: AskingTurn, documentId: string | undefined): Promise<string> {
  if (!documentId) return "平台没有生成报告";
  const decoder = new TextDecoder();
  let said = "";
  for await (const chunk of await openDocument(db, connector, documentId)) {
    said += decoder.decode(chunk, { stream: true });
    if (said.length >= WHY_CHARS) break;
  }
  return said.trim().slice(0, WHY_CHARS) || "平台没有生成报告";
}

/** The platform says that there is no data; where there was some of these days, that is a fault (figures.md A.1). */
async function noData({ db, connection }: AskingTurn, task: ReportTask): Promise<void> {
  const had = await db.one(
    `select 1 from report_task t join report_file f on f.id = t.report_file_id and f.row_count > 0 and f.del_flag = 0
     where t.tenant_id = $1 and t.connector_id = $2 and t.kind = $3 and t.start_date >= $4 and t.end_date <= $5
       and t.state = 'done' limit 1`,
    [connection.tenantId, connection.id, task.kind, task.start, task.end],
  );
  await patchRow(db, "report_task", task.id, {
    state: unlessCancelled(had ? "failed" : "empty"),
    error: had ? "原有数据的区间返回无数据" : null,
    end_time: NOW,
  });
}

/** Keeps the document of a report; the file and the end of the task are one. */
const take = (turn: AskingTurn, task: ReportTask, documentId: string, time: string): Promise<void> =>
  keepReport(
    turn,
    turn.connector,
    {
      reportId: task.platformNo ?? "",
      documentId,
      original: `${task.kind}-${task.start}-${task.end}.${REPORT_KINDS[task.kind].asked?.options ? "json" : "txt"}`,
      time,
    },
    async (c, fileId) => {
      if (!(await stillAsked(c.sql, "report_task", task.id))) throw conflict("已取消");
      await patchRow(c.sql, "report_task", task.id, {
        state: "done",
        report_file_id: fileId,
        error: null,
        end_time: NOW,
      });
    },
  );

async function look(turn: AskingTurn, task: ReportTask): Promise<void> {
  const { db, connector } = turn;
  const answer = await call(db, connector, {
    path: `/reports/2021-06-30/reports/${encodeURIComponent(task.platformNo ?? "")}`,
    schema: looked,
    quota: QUOTAS.getReport,
  });
  const { processingStatus: status, reportDocumentId: documentId } = answer;
  if (status === "CANCELLED") return noData(turn, task);
  if (status === "FATAL") throw new Refused(await whyNot(turn, documentId));
  if (status !== "DONE" || !documentId)
    return patchRow(db, "report_task", task.id, {
      next_run: inSeconds(LOOK_SECONDS),
      ...(task.lost && { state: unlessCancelled("due"), platform_no: null }),
    });
  const time = answer.processingEndTime ?? answer.createdTime ?? new Date().toISOString();
  await patchRow(db, "report_task", task.id, {
    state: unlessCancelled("downloading"),
    document_no: documentId,
    report_time: time,
  });
  await take(turn, task, documentId, time);
}

/** One step of a task. @returns what kept the other side from answering */
async function step(turn: AskingTurn, task: ReportTask): Promise<Later | undefined> {
  const { asked } = REPORT_KINDS[task.kind];
  if (!asked || !(await stillAsked(turn.db, "report_task", task.id))) return undefined;
  try {
    if (task.state === "due") await ask(turn, task, asked);
    else if (task.state === "downloading" && task.documentNo && task.reportTime)
      await take(turn, task, task.documentNo, task.reportTime);
    else await look(turn, task);
  } catch (error) {
    // Nobody was asked: it is asked in its turn, as it would have been.
    if (error instanceof Spent) return error;
    if (error instanceof Later) {
      await askLater(turn.db, "report_task", task, error);
      return error;
    }
    if (!(error instanceof Refused || error instanceof Refusal)) throw error;
    await askAgain(turn.db, "report_task", task, errorText(error, "message"));
  }
  return undefined;
}

/** Says at the connection which reports were given up; calls that are answered say that it is well. */
async function tellFailed(db: Database, { id, tenantId }: AskedConnection): Promise<void> {
  const failed = await db.one<{ kind: ReportKind; error: string }>(
    `select t.kind, t.error from report_task t where t.connector_id = $1 and t.tenant_id = $2 and t.state = 'failed'
       and not exists (select 1 from report_task n where n.connector_id = $1 and n.kind = t.kind and n.id > t.id
         and n.state in ('done', 'empty'))
     order by t.id desc limit 1`,
    [id, tenantId],
  );
  if (!failed) return;
  const lastError = `${fileKinds[failed.kind].label}：${failed.error}`.slice(0, 300);
  await patch({ sql: db }, connectorType, id, { lastError });
}

async function turnOf(program: FetchProgram, connection: AskedConnection): Promise<void> {
  const { db } = program;
  try {
    const connector = await connectorOf(db, connection.id);
    await plan(db, connection);
    const spent = new Set<string>();
    for (const task of await db.query<ReportTask>(TASKS, [connection.id, connection.tenantId])) {
      const call = `${task.state} ${task.state === "due" && task.back}`;
      if (spent.has(call)) continue;
      const late = await step({ ...program, connector, connection }, task);
      // What has no calls left waits, the others go on.
      if (late instanceof Spent) spent.add(call);
      // Who is asked too often, or does not answer, is left alone until the next turn.
      else if (late) break;
    }
  } catch (error) {
    if (!(error instanceof Later || error instanceof Refused)) throw error;
    await patch({ sql: db }, connectorType, connection.id, { lastError: errorText(error, "message").slice(0, 300) });
  }
  await tellFailed(db, connection);
}

/**
 * Asks every marketplace to make the reports of figures.md A.3 that cannot be listed, looks at those that are being
 * made and keeps those that are. Each goes on where it was, also after the program was ended; the trouble of one
 * connection delays no other.
 */
export async function askReports(db: Database, engine: Engine, config: BackendConfig): Promise<void> {
  const ids = (await connectorsOf(db, "marketplace")).map((c) => c.id);
  await eachBeside(await connectionsOf(db, ids), BESIDE, (connection) =>
    whileFree(db, "reportTask", connection.id, () => turnOf({ db, engine, config }, connection)),
  );
}
