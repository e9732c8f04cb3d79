import { visible } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { type Caller, forbidden, missing } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { warehouse } from "#documents/base/warehouse";
import { jobOf, type TerminalKind, type TerminalView } from "#documents/wms/terminal/words";

export interface JobPlace {
  id: string;
  name: string;
  code: string;
}

/** Warehouses in which the caller may work, by code. */
export function placesOf({ sql, caller }: Context): Promise<JobPlace[]> {
  const where = visible(warehouse, caller).and("t.enabled").and("t.kind <> ?", "fba");
  return sql.query<JobPlace>(
    `select t.id, t.name, t.code from warehouse t where ${where} order by t.code`,
    where.values,
  );
}

/** @throws Refusal 404 for a warehouse in which the caller does not work */
export async function placeOf({ sql, caller }: Context, id: string): Promise<JobPlace> {
  const where = visible(warehouse, caller).and("t.enabled").and("t.id = ?", id);
  const place = await sql.one<JobPlace>(`select t.id, t.name, t.code from warehouse t where ${where}`, where.values);
  if (!place) throw missing("仓库不存在或不由您负责，请重新选择仓库");
  return place;
}

/** @throws Refusal 403 */
export function requireKind({ permissions }: Caller, kind: TerminalKind): void {
  if (!permissions.has(jobOf(kind).permission)) throw forbidden();
}

/** What is to be counted of a SKU; `codes` are what scanners read of it. */
export interface Expected {
  skuId: string;
  code: string;
  name: string;
  codes: string[];
  /** Null: as much as there is. */
  qty: number | null;
}

/** Measures of a box as they were typed; those that are missing are the SKU's carton's. */
export interface Measures {
  weightKg?: string;
  lengthCm?: string;
  widthCm?: string;
  heightCm?: string;
}

/** Pieces of a scan. */
export interface Piece {
  skuId: string;
  qty: number;
  /** Of no SKU: as many boxes are full, with these measures. */
  seal?: Measures;
}

export interface DomainJob {
  id: string;
  userId: string;
  warehouseId: string;
  kind: TerminalKind;
  documentId: string | null;
  documentNo: string | null;
  expected: Expected[];
  facts: Record<string, unknown>;
  status: "open" | "done" | "dropped";
  result: { said: string; document: string; id: string } | null;
}

/** A scan that counts. */
export interface Counted {
  code: string;
  good: boolean;
  pieces: Piece[];
}

/** What was counted of each SKU. */
export type JobSums = ReadonlyMap<string, { good: number; bad: number }>;

const COLUMNS = `id, user_id as "userId", warehouse_id as "warehouseId", kind,
  document_id as "documentId", document_no as "documentNo", expected, facts, status, result`;

/** The caller's open job of this kind in a warehouse; locked inside a transaction. */
export const openJob = ({ sql, caller }: Context, kind: TerminalKind, warehouseId: string) =>
  sql.one<DomainJob>(
    `select ${COLUMNS} from terminal_job where tenant_id = $1 and user_id = $2
     and warehouse_id = $3 and kind = $4 and status = 'open' ${keep(sql, "terminal_job")}`,
    [caller.tenantId, caller.userId, warehouseId, kind],
  );

/** One of the caller's jobs, ended or not, locked. */
export const lockJob = ({ sql, caller }: Context, id: string) =>
  sql.one<DomainJob>(
    `select ${COLUMNS} from terminal_job where id = $1 and tenant_id = $2 and user_id = $3
     ${keep(sql, "terminal_job")}`,
    [id, caller.tenantId, caller.userId],
  );

/** All that counts in a job, in order. */
export const countedIn = ({ sql }: Context, jobId: string): Promise<Counted[]> =>
  sql.query<Counted>(
    `select code, as_good as good, pieces from terminal_scan
     where job_id = $1 and tone <> 'bad' and not undone and pieces <> '[]' order by id`,
    [jobId],
  );

export function sumsOf(scans: readonly Counted[]): JobSums {
  const sums = new Map<string, { good: number; bad: number }>();
  for (const { good, pieces } of scans)
    for (const { skuId, qty } of pieces.filter((p) => !p.seal)) {
      const sum = sums.get(skuId) ?? { good: 0, bad: 0 };
      sum[good ? "good" : "bad"] += qty;
      sums.set(skuId, sum);
    }
  return sums;
}

/** Scans that a page shows. */
const SHOWN = 8;

type JobShown = TerminalView["scans"][number] & { good: boolean; old: boolean };

/** The open job, all that counts in it and the last scans, read in one go: nothing is locked. */
const shown = ({ sql, caller }: Context, kind: TerminalKind, warehouseId: string) =>
  sql.one<{ job: DomainJob | null; scans: Counted[]; last: JobShown[] }>(
    `with job as (
       select ${COLUMNS} from terminal_job where tenant_id = $1 and user_id = $2
         and warehouse_id = $3 and kind = $4 and status = 'open'),
     last as (
       select id::text, code, said, tone, undone, as_good as good,
         job_id is not distinct from (select id from job) and pieces <> '[]' as counts,
         tone <> 'bad' and job_id is distinct from (select id from job) as old,
         to_char(create_time, 'HH24:MI:SS') as time
       from terminal_scan where user_id = $2 and kind = $4 and warehouse_id = $3
         and said is not null and create_time > now() - interval '12 hours'
       order by terminal_scan.id desc limit ${SHOWN})
     select (select to_jsonb(j) || jsonb_build_object('id', j.id::text) from job j) as job,
       (select coalesce(jsonb_agg(jsonb_build_object(
           'code', s.code, 'good', s.as_good, 'pieces', s.pieces) order by s.id), '[]')
         from terminal_scan s where s.job_id = (select id from job)
           and s.tone <> 'bad' and not s.undone and s.pieces <> '[]') as scans,
       (select coalesce(jsonb_agg(to_jsonb(l) order by l.id::bigint desc), '[]') from last l) as last`,
    [caller.tenantId, caller.userId, warehouseId, kind],
  );

const NOTHING = { job: null, scans: [], last: [] };

/** What the page of a job shows. */
export async function viewOf(
  c: Context,
  kind: TerminalKind,
  place: JobPlace,
  cartonsIn = (all: readonly Counted[]) => all.filter((s) => isCarton(s.code)).length,
): Promise<TerminalView> {
  const { job, scans, last: all } = (await shown(c, kind, place.id)) ?? NOTHING;
  const sums = sumsOf(scans);
  // What was refused before an earlier job's last good scan is settled.
  const settled = all.findIndex((s) => s.old);
  const last = settled < 0 ? all : all.slice(0, settled);
  return {
    place,
    job: job ? { id: job.id, no: job.documentNo, cartons: cartonsIn(scans) } : null,
    lines: (job?.expected ?? []).map(({ skuId, code, name, qty }) => ({
      skuId,
      code,
      name,
      expected: qty,
      ...(sums.get(skuId) ?? { good: 0, bad: 0 }),
    })),
    scans: last.map(({ good, old, ...scan }) => scan),
    asGood: all[0]?.good ?? true,
  };
}

/** A carton label: the number of its document, its own number and how many there are. */
export const isCarton = (code: string): boolean => /^\S+-\d{1,5}\/\d{1,5}$/.test(code);
