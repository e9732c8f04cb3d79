import type { z } from "zod";
import type { RuleContext } from "#backend/engine/documents";
import { patchRow } from "#backend/platform/db";
import { conflict, Refusal } from "#backend/platform/http";
import { jobOf, type scanIn, type TerminalKind, type TerminalTone } from "#documents/wms/terminal/words";
import { counted, skuOf } from "./codes";
import type { JobPlace } from "./job";
import { countedIn, type DomainJob, type Expected, type JobSums, openJob, type Piece, sumsOf } from "./job";
import type { DomainKind } from "./kind";
import { kinds } from "./kinds";

export interface ScanSaid {
  tone: TerminalTone;
  said: string;
}

/** A job in which nobody scanned for so long may be taken over. */
const LEFT = "30 minutes";

/** What a scan does: pieces of a job, and the sentence. */
interface Effect extends ScanSaid {
  jobId: string | null;
  pieces: Piece[];
}

type TerminalScan = z.output<typeof scanIn>;

/**
 * The job in which somebody else counts a document. One that has lain for long is the caller's from now
 * on, with what was counted: whoever left it may be gone for the day.
 */
async function takenOver(
  { sql, caller }: RuleContext,
  kind: TerminalKind,
  place: JobPlace,
  documentId: string | null,
): Promise<{ jobId?: string; name: string }> {
  const other = await sql.one<{ id: string; name: string }>(
    `select j.id, u.displayname as name from terminal_job j join sys_user u on u.id = j.user_id
     where j.tenant_id = $1 and j.kind = $2 and j.document_id = $3 and j.status = 'open'`,
    [caller.tenantId, kind, documentId],
  );
  if (!other) return { name: "他人" };
  const mine = await sql.one<{ id: string }>(
    `update terminal_job j set user_id = $2 where id = $1 and status = 'open' and warehouse_id = $3
       and greatest(create_time, (select max(s.create_time) from terminal_scan s where s.job_id = j.id))
         < now() - interval '${LEFT}'
     returning id`,
    [other.id, caller.userId, place.id],
  );
  return { jobId: mine?.id, name: other.name };
}

/** Opens the job that a code names. @throws Refusal when somebody else counts the document */
async function opened(c: RuleContext, kind: TerminalKind, place: JobPlace, code: string) {
  const found = await kinds[kind].open(c, place, code);
  if (!found) return undefined;
  const { caller, sql } = c;
  const job = await sql.one<{ id: string }>(
    `insert into terminal_job (tenant_id, user_id, warehouse_id, kind, document_id, document_no,
       expected, facts) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [
      caller.tenantId,
      caller.userId,
      place.id,
      kind,
      found.id,
      found.no,
      JSON.stringify(found.expected),
      JSON.stringify(found.facts ?? {}),
    ],
  );
  if (job) return { ...found, jobId: job.id, from: null };
  const other = await takenOver(c, kind, place, found.id);
  if (other.jobId) return { ...found, jobId: other.jobId, from: other.name };
  throw conflict(`${found.no}正由${other.name}${jobOf(kind).label}`);
}

const total = (pieces: readonly Piece[]) => pieces.reduce((n, p) => n + p.qty, 0);

/** A code that fits nothing: a SKU that is not meant, or nothing that is known. */
async function foreign(c: RuleContext, job: DomainJob, code: string): Promise<Refusal> {
  const sku = await skuOf(c, code);
  return conflict(sku ? `SKU ${sku.code} 不在${job.documentNo}中` : `${code} 不是${job.documentNo}的条码`);
}

/** The line that a code counts on; one that is not expected is added where the kind allows it. */
async function lineOf(
  c: RuleContext,
  kind: DomainKind,
  { job, place, code, good }: { job: DomainJob; place: JobPlace; code: string; good: boolean },
): Promise<Expected & { added: boolean }> {
  const known = job.expected.find((e) => e.codes.includes(code));
  if (!kind.more) {
    if (!known) throw await foreign(c, job, code);
    return { ...known, added: false };
  }
  const sku = known ? { id: known.skuId, code: known.code, name: known.name } : await skuOf(c, code);
  if (!sku) throw conflict(`不认识的条码 ${code}`);
  const line = job.expected.find((e) => e.skuId === sku.id);
  const qty = await kind.more(c, place, sku.id, good);
  const codes = [...new Set([...(line?.codes ?? []), code])];
  return { skuId: sku.id, code: sku.code, name: sku.name, qty, codes, added: !line?.codes.includes(code) };
}

const addLine = ({ sql }: RuleContext, job: DomainJob, { added, ...line }: Expected & { added: boolean }) => {
  const others = job.expected.filter((e) => e.skuId !== line.skuId);
  return patchRow(sql, "terminal_job", job.id, { expected: JSON.stringify([...others, { ...line, qty: null }]) });
};

/** No box holds more than is left. @throws Refusal 409 */
function requireRoom(kind: DomainKind, job: DomainJob, sums: JobSums, pieces: readonly Piece[]): void {
  if (kind.over) return;
  for (const { skuId, code, qty } of job.expected) {
    const had = sums.get(skuId) ?? { good: 0, bad: 0 };
    const more = total(pieces.filter((p) => p.skuId === skuId));
    if (more && qty !== null && had.good + had.bad + more > qty)
      throw conflict(`SKU ${code} 只有${qty}件，已扫${had.good + had.bad}件，这${more}件没有计入`);
  }
}

/** Counts in an open job. @throws Refusal for a foreign code and for more than there is */
async function count(
  c: RuleContext,
  name: TerminalKind,
  job: DomainJob,
  { place, code, qty, good }: { place: JobPlace; code: string; qty: number; good: boolean },
): Promise<Effect> {
  const kind = kinds[name];
  const { label, good: goodWord = "", bad: badWord = "" } = jobOf(name);
  if (code === job.documentNo) return { tone: "good", said: `正在${label} ${code}`, jobId: job.id, pieces: [] };
  const before = await countedIn(c, job.id);
  const sums = sumsOf(before);
  const of = (skuId: string) => sums.get(skuId) ?? { good: 0, bad: 0 };
  const carton = kind.pieces?.(job, code, before, qty);
  if (carton) {
    requireRoom(kind, job, sums, carton.pieces);
    return { tone: "good", ...carton, jobId: job.id };
  }
  const line = await lineOf(c, kind, { job, place, code, good });
  const had = kind.more ? of(line.skuId)[good ? "good" : "bad"] : of(line.skuId).good + of(line.skuId).bad;
  const now = had + qty;
  const over = line.qty === null ? 0 : now - line.qty;
  if (over > 0 && !kind.over)
    throw conflict(
      had
        ? `SKU ${line.code} 只有${line.qty}件，已扫${had}件，这${qty}件没有计入`
        : `SKU ${line.code} 只有${line.qty}件，这${qty}件没有计入`,
    );
  if (line.added) await addLine(c, job, line);
  const word = good ? goodWord : badWord;
  const of_ = line.qty === null || kind.more ? "" : ` / ${line.qty}`;
  const said = `${line.code} ${word}${word && " "}+${qty}，共${now}${of_}件`;
  return {
    tone: over > 0 ? "warn" : "good",
    said: over > 0 ? `${said}，超出${over}件` : said,
    jobId: job.id,
    pieces: [{ skuId: line.skuId, qty }],
  };
}

/** The first scan of a job opens it. A refusal leaves nothing of it. */
async function begun(
  c: RuleContext,
  name: TerminalKind,
  given: { place: JobPlace; code: string; qty: number; good: boolean },
): Promise<Effect> {
  const { place, code } = given;
  const start = await opened(c, name, place, code);
  if (!start) throw conflict(`不认识的条码 ${code}，请${jobOf(name).opens}`);
  const fresh = await openJob(c, name, place.id);
  if (start.counts && fresh) return count(c, name, fresh, given);
  if (start.from) {
    const had = fresh ? await countedIn(c, fresh.id) : [];
    return {
      tone: "good",
      jobId: start.jobId,
      pieces: [],
      said: `接着${start.from}${jobOf(name).label} ${start.no}，已扫${total(had.flatMap((s) => s.pieces))}件`,
    };
  }
  const pieces = start.pieces ?? [];
  const more = pieces.length ? `，${code}：${total(pieces)}件` : "";
  const all = start.expected.reduce((n, e) => n + (e.qty ?? 0), 0);
  return {
    tone: "good",
    jobId: start.jobId,
    pieces,
    said: `开始${jobOf(name).label} ${start.no}${all ? `，共${all}件` : ""}${more}`,
  };
}

const isRefused = (error: unknown) => error instanceof Refusal && error.status < 500;

async function effectOf(c: RuleContext, name: TerminalKind, place: JobPlace, scan: TerminalScan): Promise<Effect> {
  const { code, qty } = counted(scan.code, scan.qty);
  const job = await openJob(c, name, place.id);
  const given = { place, code, qty, good: scan.good || !jobOf(name).bad };
  if (job) return count(c, name, job, given);
  await c.sql.query("savepoint begun");
  return begun(c, name, given).catch(async (error) => {
    if (isRefused(error)) await c.sql.query("rollback to savepoint begun");
    throw error;
  });
}

/**
 * One scan, in the transaction of `c`. It counts once: a key that was sent before gets its first answer,
 * a refusal too.
 */
export async function scanned(
  c: RuleContext,
  name: TerminalKind,
  place: JobPlace,
  scan: TerminalScan,
): Promise<ScanSaid> {
  const { caller, sql } = c;
  const own = [caller.tenantId, caller.userId, scan.key];
  // Waits for the same key under way, if there is one.
  const row = await sql.one<{ id: string }>(
    `insert into terminal_scan (tenant_id, user_id, key, kind, warehouse_id, code, as_good, scan_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [...own, name, place.id, counted(scan.code, 1).code, scan.good, scan.time ?? null],
  );
  if (!row) {
    const first = await sql.one<ScanSaid>(
      "select tone, said from terminal_scan where tenant_id = $1 and user_id = $2 and key = $3",
      own,
    );
    if (!first) throw conflict("操作太频繁，请勿重复请求");
    return first;
  }
  const effect = await effectOf(c, name, place, scan).catch((error): Effect => {
    if (!isRefused(error)) throw error;
    return { tone: "bad", said: error.message, jobId: null, pieces: [] };
  });
  await patchRow(sql, "terminal_scan", row.id, {
    tone: effect.tone,
    said: effect.said,
    job_id: effect.jobId,
    pieces: JSON.stringify(effect.pieces),
  });
  return { tone: effect.tone, said: effect.said };
}
