import type { TerminalAsk, TerminalKind } from "#documents/wms/terminal/words";
import type { RuleContext } from "../documents/rules";
import { conflict, missing } from "../http/refusal";
import { countedIn, type Job, lockJob, openJob } from "./job";
import type { Answers, Done } from "./kind";
import { kinds } from "./kinds";
import { placeOf } from "./place";

const GONE = "没有正在进行的作业，请先扫码";

async function openOne(c: RuleContext, kind: TerminalKind, id: string): Promise<Job> {
  const job = await lockJob(c, id);
  if (!job || job.kind !== kind) throw missing(GONE);
  await placeOf(c, job.warehouseId);
  return job;
}

/** What the end of the open job asks. @throws Refusal 404 without one */
export async function asksOf(
  c: RuleContext,
  kind: TerminalKind,
  warehouseId: string,
): Promise<TerminalAsk[]> {
  const job = await openJob(c, kind, warehouseId);
  if (!job) throw missing(GONE);
  return kinds[kind].ask(c, job, await countedIn(c, job.id));
}

/** Ends a job, in the transaction of `c`: its document is made once, whoever asks again hears of it. */
export async function finished(
  c: RuleContext,
  kind: TerminalKind,
  jobId: string,
  answers: Answers,
): Promise<Done> {
  const job = await openOne(c, kind, jobId);
  if (job.status === "done" && job.result) return job.result;
  if (job.status !== "open") throw conflict("作业已放弃");
  const scans = await countedIn(c, job.id);
  if (!scans.length && kind !== "inspect") throw conflict("还没有扫描，不能结束");
  const done = await kinds[kind].finish(c, job, scans, answers);
  await c.sql.query(
    "update terminal_job set status = 'done', result = $2, end_time = now() where id = $1",
    [job.id, JSON.stringify(done)],
  );
  return done;
}

/** Gives up an open job: what was counted counts no more. Asked again, nothing changes. */
export async function dropped(c: RuleContext, kind: TerminalKind, jobId: string): Promise<void> {
  const job = await openOne(c, kind, jobId);
  if (job.status === "done") throw conflict("作业已完成，不能放弃");
  await c.sql.query(
    "update terminal_job set status = 'dropped', end_time = coalesce(end_time, now()) where id = $1",
    [job.id],
  );
}

/** Takes back one scan of an open job. @returns the code */
export async function undone(c: RuleContext, kind: TerminalKind, scanId: string): Promise<string> {
  const { caller, sql } = c;
  const scan = await sql.one<{ code: string; jobId: string }>(
    `select code, job_id as "jobId" from terminal_scan
     where id = $1 and tenant_id = $2 and user_id = $3 and kind = $4 and pieces <> '[]'`,
    [scanId, caller.tenantId, caller.userId, kind],
  );
  if (!scan) throw missing("没有这次扫描");
  const job = await openOne(c, kind, scan.jobId);
  if (job.status !== "open") throw conflict("作业已结束，不能撤回");
  await sql.query("update terminal_scan set undone = true where id = $1", [scanId]);
  return scan.code;
}
