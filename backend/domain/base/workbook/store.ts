import { type Database, NOW, patchRow, pickRow, type Sql } from "#backend/platform/db";
import { type Caller, conflict, missing } from "#backend/platform/http";
import type { WorkbookStatus } from "#documents/base/workbook/words";

/** What was read and found of one sheet. */
export interface SheetFound {
  name: string;
  /** Position of each column in the file, by its key. */
  places: Record<string, number>;
  rows: number;
  added: number;
  changed: number;
  same: number;
  wrong: number;
}

/** A workbook on its way in, as it is kept between its steps. */
export interface Workbook {
  id: string;
  tenantId: string;
  createBy: string;
  fileId: string;
  fileName: string;
  fileHash: string;
  status: WorkbookStatus;
  begun: boolean;
  message: string | null;
  stage: string | null;
  done: number;
  total: number;
  sheets: SheetFound[];
  ignored: string[];
  used: { text: string; href: string }[];
  passwords: string | null;
  createTime: string;
  by: string | null;
}

const COLUMNS = `w.id, w.tenant_id as "tenantId", w.create_by as "createBy", w.file_id as "fileId",
  w.file_name as "fileName", w.file_hash as "fileHash", w.state as status, w.begun, w.message, w.stage, w.done, w.total,
  w.sheets, w.ignored, w.used, w.passwords, w.create_time as "createTime",
  (select displayname from sys_user u where u.id = w.create_by) as by`;

export const BUSY = "已有导入在进行";

/** A workbook of the caller's tenant. @throws Refusal 404 */
export async function loadWorkbook(sql: Sql, tenantId: string, id: string): Promise<Workbook> {
  const row = await sql.one<Workbook>(`select ${COLUMNS} from workbook_import w where w.id = $1 and w.tenant_id = $2`, [
    id,
    tenantId,
  ]);
  if (!row) throw missing("导入不存在");
  return row;
}

/** The newest workbooks of a tenant. */
export const listWorkbooks = (sql: Sql, tenantId: string) =>
  sql.query<Workbook>(`select ${COLUMNS} from workbook_import w where w.tenant_id = $1 order by w.id desc limit 50`, [
    tenantId,
  ]);

/** Nothing else may run of the tenant. @throws Refusal 409 */
async function alone<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const taken = error instanceof Error && "constraint" in error && error.constraint === "workbook_import_running";
    throw taken ? conflict(BUSY) : error;
  }
}

interface KeptFile {
  fileId: string;
  fileName: string;
  fileHash: string;
}

/** Keeps a workbook that waits for its check. @throws Refusal 409 while another of the tenant runs */
export async function addWorkbook(sql: Sql, caller: Caller, { fileId, fileName, fileHash }: KeptFile): Promise<string> {
  const row = await alone(
    sql.one<{ id: string }>(
      `insert into workbook_import (tenant_id, create_by, file_id, file_name, file_hash, state)
       values ($1, $2, $3, $4, $5, 'checking') returning id`,
      [caller.tenantId, caller.userId, fileId, fileName, fileHash],
    ),
  );
  return row?.id ?? "";
}

/** @throws Refusal 409 while one of the tenant runs */
export async function requireIdle(sql: Sql, tenantId: string): Promise<void> {
  const running = await sql.one(
    "select 1 from workbook_import where tenant_id = $1 and state in ('checking', 'committing', 'undoing')",
    [tenantId],
  );
  if (running) throw conflict(BUSY);
}

/**
 * Asks for a step; of two at once one is asked for.
 * @throws Refusal 409 while another of the tenant runs, or when it is no longer as it was seen
 */
export async function askFor(sql: Sql, from: Workbook, to: WorkbookStatus, userId: string): Promise<void> {
  const row = await alone(
    sql.one(
      `update workbook_import set state = $3, begun = false, cancelled = false, message = null, stage = null, done = 0,
         used = '[]', create_by = $4, update_time = now()
       where id = $1 and state = $2 returning id`,
      [from.id, from.status, to, userId],
    ),
  );
  if (!row) throw conflict(BUSY);
}

/** The next one that waits, or that a process which is gone left behind. */
export const nextWorkbook = (sql: Sql) =>
  sql.one<Workbook>(
    `select ${COLUMNS} from workbook_import w where w.state in ('checking', 'committing', 'undoing') order by w.id limit 1`,
  );

/** Ends or changes a step. */
export async function keepWorkbook(
  sql: Sql,
  id: string,
  {
    status,
    message = null,
    sheets,
    ignored,
    used,
    total,
    passwords,
    committed,
  }: Partial<Workbook> & { committed?: true },
): Promise<void> {
  const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));
  await patchRow(sql, "workbook_import", id, {
    state: status,
    begun: status && false,
    stage: status && null,
    message,
    sheets: json(sheets),
    ignored: json(ignored),
    used: json(used),
    total,
    passwords: passwords ?? undefined,
    commit_time: committed && NOW,
    update_time: NOW,
  });
}

/** Thrown in the middle of a step that a person no longer wants. */
export class Cancelled extends Error {}

const TOLD_MS = 400;

/**
 * Tells how far a step is, outside its transaction, and hears whether it is still wanted.
 * @throws Cancelled
 */
export function teller(db: Database, id: string) {
  let last = 0;
  return async (stage: string, done: number) => {
    if (Date.now() - last < TOLD_MS) return;
    last = Date.now();
    await patchRow(db, "workbook_import", id, { stage, done, update_time: NOW });
    const row = await pickRow<{ cancelled: boolean }>(db, "workbook_import", id, ["cancelled"]);
    if (row?.cancelled) throw new Cancelled();
  };
}
export type Tell = ReturnType<typeof teller>;

const WEEK = "create_time < now() - interval '7 days'";

/** What files of a week ago held; that they were imported, and what came of it, stays. */
export async function sweepWorkbooks(sql: Sql): Promise<void> {
  for (const table of ["import_row", "import_fault", "import_change"])
    await sql.query(`delete from ${table} where import_id in (select id from workbook_import where ${WEEK})`);
  await sql.query(`update workbook_import set passwords = null where ${WEEK} and passwords is not null`);
}
