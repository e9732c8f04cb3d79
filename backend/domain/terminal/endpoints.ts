import { z } from "zod";
import { type RuleContext, visible } from "#backend/engine/documents";
import { context } from "#backend/engine/documents/call";
import { keptOr, NOW, patchRow } from "#backend/platform/db";
import { type Call, conflict, type Endpoint, endpoint, missing } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { warehouse } from "#documents/base/warehouse";
import {
  finishIn,
  finishOut,
  jobOf,
  scanIn,
  scanOut,
  type TerminalAsk,
  type TerminalKind,
  terminalAsk,
  terminalKinds,
  terminalLook,
  terminalPlace,
  terminalStock,
  terminalView,
} from "#documents/wms/terminal/words";
import { plain, skuOf } from "./codes";
import {
  countedIn,
  type DomainJob,
  type JobPlace,
  lockJob,
  openJob,
  placeOf,
  placesOf,
  requireKind,
  viewOf,
} from "./job";
import type { Answers, Done } from "./kind";
import { kinds } from "./kinds";
import { scanned } from "./scan";

const GONE = "没有正在进行的作业，请先扫码";

async function openOne(c: RuleContext, kind: TerminalKind, id: string): Promise<DomainJob> {
  const job = await lockJob(c, id);
  if (!job || job.kind !== kind) throw missing(GONE);
  await placeOf(c, job.warehouseId);
  return job;
}

/** What the end of the open job asks. @throws Refusal 404 without one */
async function asksOf(c: RuleContext, kind: TerminalKind, warehouseId: string): Promise<TerminalAsk[]> {
  const job = await openJob(c, kind, warehouseId);
  if (!job) throw missing(GONE);
  return kinds[kind].ask(c, job, await countedIn(c, job.id));
}

/** Ends a job, in the transaction of `c`: its document is made once, whoever asks again hears of it. */
async function finished(c: RuleContext, kind: TerminalKind, jobId: string, answers: Answers): Promise<Done> {
  const job = await openOne(c, kind, jobId);
  if (job.status === "done" && job.result) return job.result;
  if (job.status !== "open") throw conflict("作业已放弃");
  const scans = await countedIn(c, job.id);
  if (!scans.length && kind !== "inspect") throw conflict("还没有扫描，不能结束");
  const done = await kinds[kind].finish(c, job, scans, answers);
  await patchRow(c.sql, "terminal_job", job.id, { status: "done", result: JSON.stringify(done), end_time: NOW });
  return done;
}

/** Gives up an open job: what was counted counts no more. Asked again, nothing changes. */
async function dropped(c: RuleContext, kind: TerminalKind, jobId: string): Promise<void> {
  const job = await openOne(c, kind, jobId);
  if (job.status === "done") throw conflict("作业已完成，不能放弃");
  await patchRow(c.sql, "terminal_job", job.id, { status: "dropped", end_time: keptOr(NOW) });
}

/** Takes back one scan of an open job. @returns the code */
async function undone(c: RuleContext, kind: TerminalKind, scanId: string): Promise<string> {
  const { caller, sql } = c;
  const scan = await sql.one<{ code: string; jobId: string }>(
    `select code, job_id as "jobId" from terminal_scan
     where id = $1 and tenant_id = $2 and user_id = $3 and kind = $4 and pieces <> '[]'`,
    [scanId, caller.tenantId, caller.userId, kind],
  );
  if (!scan) throw missing("没有这次扫描");
  const job = await openOne(c, kind, scan.jobId);
  if (job.status !== "open") throw conflict("作业已结束，不能撤回");
  await patchRow(sql, "terminal_scan", scanId, { undone: true });
  return scan.code;
}

/** What lies of a SKU, here first, then in the caller's other warehouses. @throws Refusal 404 */
async function stockAt(c: Context, place: JobPlace, typed: string) {
  const sku = await skuOf(c, plain(typed));
  if (!sku) throw missing(`不认识的条码 ${plain(typed)}`);
  const where = visible(warehouse, c.caller).and("s.sku_id = ?", sku.id);
  const here = where.bind(place.id);
  const rows = await c.sql.query<
    Record<"qc" | "good" | "bad" | "reserved" | "transit", number> & { place: string; here: boolean }
  >(
    `select t.name as place, t.id = ${here} as here, s.qc_qty as qc, s.good_qty as good, s.bad_qty as bad,
       s.reserved_qty as reserved, s.transit_qty as transit
     from stock s join warehouse t on t.id = s.warehouse_id where ${where}
       and (t.id = ${here} or s.qc_qty + s.good_qty + s.bad_qty + s.transit_qty > 0)
     order by 2 desc, t.code limit 20`,
    where.values,
  );
  return { code: sku.code, name: sku.name, rows };
}

const LOOK = terminalLook.permission;
const CODES = [...new Set([...terminalKinds.map((kind) => jobOf(kind).permission), LOOK])];
const wireId = scanIn.shape.warehouseId;

const base = { tag: "仓库终端", permission: CODES } as const;
/** A scan is kept itself: it needs no entry in the operation log. */
const writing = { ...base, method: "post", logged: false } as const;
const params = z.object({ kind: z.enum(terminalKinds) });
const place = z.object({ warehouseId: wireId });
const at = (path: string) => `/wms/terminal/:kind(${terminalKinds.join("|")})${path}`;

const inside = <R>(call: Call, work: (c: RuleContext) => Promise<R>) => call.db.tx((sql) => work(context(call, sql)));

/** The warehouse terminal: jobs that count, and a look at the stock. */
export const terminalEndpoints: Endpoint[] = [
  endpoint({
    ...base,
    path: "/wms/terminal/places",
    title: "可作业的仓库",
    response: z.array(terminalPlace),
    handle: (call) => placesOf(context(call, call.db)),
  }),
  endpoint({
    ...base,
    path: "/wms/terminal/stock",
    title: "终端查库存",
    permission: LOOK,
    query: place.extend({ code: scanIn.shape.code }),
    response: terminalStock,
    async handle(call) {
      const c = context(call, call.db);
      return stockAt(c, await placeOf(c, call.query.warehouseId), call.query.code);
    },
  }),
  endpoint({
    ...base,
    path: at(""),
    title: "终端作业",
    params,
    query: place,
    response: terminalView,
    async handle(call) {
      requireKind(call.caller, call.params.kind);
      const c = context(call, call.db);
      return viewOf(c, call.params.kind, await placeOf(c, call.query.warehouseId), kinds[call.params.kind].cartons);
    },
  }),
  endpoint({
    ...base,
    path: at("/ask"),
    title: "终端作业结束时的问题",
    params,
    query: place,
    response: z.array(terminalAsk),
    handle(call) {
      requireKind(call.caller, call.params.kind);
      return asksOf(context(call, call.db), call.params.kind, call.query.warehouseId);
    },
  }),
  endpoint({
    ...writing,
    path: at("/scan"),
    title: "终端扫描",
    params,
    body: scanIn,
    response: scanOut,
    async handle(call) {
      const { kind } = call.params;
      requireKind(call.caller, kind);
      // All of it on one connection, which has planned these statements before.
      return inside(call, async (c) => {
        const place = await placeOf(c, call.body.warehouseId);
        const said = await scanned(c, kind, place, call.body);
        if (!call.body.view) return said;
        return { ...said, view: await viewOf(c, kind, place, kinds[kind].cartons) };
      });
    },
  }),
  endpoint({
    ...writing,
    path: at("/undo"),
    title: "撤回终端扫描",
    params,
    body: z.object({ scanId: wireId }),
    response: z.object({ code: z.string() }),
    async handle(call) {
      requireKind(call.caller, call.params.kind);
      const { scanId } = call.body;
      return { code: await inside(call, (c) => undone(c, call.params.kind, scanId)) };
    },
  }),
  endpoint({
    ...writing,
    logged: true,
    path: at("/finish"),
    title: "结束终端作业",
    params,
    body: finishIn,
    response: finishOut,
    handle(call) {
      requireKind(call.caller, call.params.kind);
      const { jobId, values } = call.body;
      return inside(call, (c) => finished(c, call.params.kind, jobId, values));
    },
  }),
  endpoint({
    ...writing,
    logged: true,
    path: at("/drop"),
    title: "放弃终端作业",
    params,
    body: z.object({ jobId: wireId }),
    response: z.literal(true),
    async handle(call) {
      requireKind(call.caller, call.params.kind);
      await inside(call, (c) => dropped(c, call.params.kind, call.body.jobId));
      return true as const;
    },
  }),
];
