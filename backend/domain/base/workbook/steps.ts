import type { Engine, RuleContext } from "#backend/engine/documents";
import { callerOf, forgetCallers } from "#backend/platform/auth/caller";
import { sparingly } from "#backend/platform/breath";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, errorText, lockAdvisory, patchRow, type Sql } from "#backend/platform/db";
import { bytesOf } from "#backend/platform/files/content";
import { type Caller, conflict, Refusal } from "#backend/platform/http";
import { sealSecret } from "#backend/platform/personal/open";
import { inSetup } from "#backend/platform/tenancy/phase";
import type { ChangedCell } from "./changes";
import { checkSheets } from "./check";
import { type FaultBook, faultBook, TooManyFaults } from "./faults";
import { readWorkbook } from "./read";
import { type Saver, saver } from "./save";
import { sheetWorks } from "./sheets";
import { Cancelled, keepWorkbook, nextWorkbook, type SheetFound, type Tell, teller, type Workbook } from "./store";
import { InUse, undoImport } from "./undo";
import type { SheetWork } from "./work";
import { keepFaults, type SheetsWritten, writeSheets } from "./write";

/** What a step needs besides the workbook. */
interface WorkbookStep {
  db: Database;
  engine: Engine;
  config: BackendConfig;
  workbook: Workbook;
  caller: Caller;
  tell: Tell;
}

/** Sheets of a workbook with what they do, in the order in which they are written. */
const pairsOf = (sheets: readonly SheetFound[]): { work: SheetWork; found: SheetFound }[] =>
  sheetWorks.flatMap((work) => {
    const found = sheets.find(({ name }) => name === work.sheet.name);
    return found ? [{ work, found }] : [];
  });

const contextOf = ({ caller, engine }: WorkbookStep, sql: Sql, founding: boolean): RuleContext => ({
  sql,
  caller,
  tenantId: caller.tenantId,
  ...engine,
  ...(founding && { founding: true as const }),
});

const wordOf = (founding: boolean) => (founding ? "期初导入" : "导入");

/** Thrown to take back what was only tried. */
class Tried extends Error {
  constructor(readonly written: SheetsWritten) {
    super("tried");
  }
}

/** Writes all sheets in one transaction and takes everything back. */
async function tryAll(step: WorkbookStep, sheets: readonly SheetFound[], faults: FaultBook): Promise<SheetsWritten> {
  const { db, workbook, caller, tell } = step;
  try {
    await db.tx(async (sql) => {
      const founding = await inSetup(sql, caller.tenantId);
      const c = contextOf(step, sql, founding);
      const save = saver(c, workbook, wordOf(founding));
      // Kept apart from what is only tried.
      const keep = (cells: readonly ChangedCell[]) => keepChanges(db, workbook.id, cells);
      throw new Tried(await writeSheets(c, workbook, pairsOf(sheets), faults, save, tell, keep));
    });
  } catch (error) {
    // Departments and people that never were may have been remembered.
    forgetCallers();
    if (error instanceof Tried) return error.written;
    throw error;
  }
  throw new Error("a trial came through");
}

async function keepChanges(sql: Sql, importId: string, changes: readonly ChangedCell[]): Promise<void> {
  await sql.query(
    `insert into import_change (import_id, sheet, row_no, place, old_value, new_value)
     select $1, x.sheet, x.at, x.place, x."from", x."to"
     from jsonb_to_recordset($2::jsonb) as x(sheet text, at int, place int, "from" text, "to" text)`,
    [importId, JSON.stringify(changes).replaceAll("\\u0000", "")],
  );
}

/** @throws Refusal 403 naming the sheets that the person may not fill */
function requireRights({ permissions }: Caller, sheets: readonly SheetFound[]): void {
  const closed = pairsOf(sheets).filter(({ work }) => !permissions.has(work.permission));
  if (closed.length) throw new Refusal(403, `没有导入${closed.map(({ found }) => `“${found.name}”`).join("、")}的权限`);
}

/** Reads a workbook, says all that is wrong with it and what it would do. Nothing of it stays. */
async function check(step: WorkbookStep): Promise<void> {
  const { db, config, workbook, caller, tell } = step;
  const { id } = workbook;
  for (const table of ["import_row", "import_fault", "import_change"])
    await db.query(`delete from ${table} where import_id = $1`, [id]);
  const faults = faultBook(db, id);
  const bytes = await bytesOf(db, config, caller.tenantId, workbook.fileId);
  let sheets: SheetFound[] = [];
  let message: string | null = null;
  let ignored: string[] = [];
  try {
    ({ sheets, ignored } = await readWorkbook(db, id, bytes, faults, (done) => tell("读取文件", done)));
    requireRights(caller, sheets);
    await db.query("analyze import_row");
    const total = sheets.reduce((sum, { rows }) => sum + rows, 0);
    await keepWorkbook(db, id, { total });
    const c = contextOf(step, db, await inSetup(db, caller.tenantId));
    await checkSheets(c, workbook, pairsOf(sheets), faults, tell);
    const written = await tryAll(step, sheets, faults);
    await keepFaults(c, id, faults, written);
  } catch (error) {
    if (!(error instanceof TooManyFaults)) throw error;
    message = error.message;
    await db.query("delete from import_change where import_id = $1", [id]);
  }
  for (const found of sheets) found.wrong = faults.rows(found.name).size;
  const total = sheets.reduce((sum, { rows }) => sum + rows, 0);
  const status = faults.count || message ? "refused" : "checked";
  await keepWorkbook(db, id, { status, message, sheets, ignored, total });
}

/** Lines of the file with one-time passwords. */
const passwordsOf = ({ passwords }: Saver): string | undefined =>
  passwords.length
    ? ["用户名,姓名,一次性密码", ...passwords.map((p) => `${p.username},${p.name},${p.password}`)].join("\r\n")
    : undefined;

/** Thrown inside the transaction of a commit that must not stay. */
class Refused extends Error {
  constructor(readonly written: SheetsWritten) {
    super("refused");
  }
}

/** What was read lies in unlogged tables, which a database that broke down empties. @throws Refusal 409 */
async function requireRead(sql: Sql, { id, sheets }: Workbook): Promise<void> {
  const found = await sql.one<{ n: number }>("select count(*)::int as n from import_row where import_id = $1", [id]);
  if (found?.n !== sheets.reduce((sum, { rows }) => sum + rows, 0))
    throw conflict("系统中断过，请重新检查文件后再导入");
}

/** Writes all sheets or nothing. */
async function commit(step: WorkbookStep): Promise<void> {
  const { db, workbook, caller, tell } = step;
  const { id, sheets, fileHash, tenantId } = workbook;
  requireRights(caller, sheets);
  await requireRead(db, workbook);
  const faults = faultBook(db, id);
  try {
    await db.tx(async (sql) => {
      await lockAdvisory(sql, "workbook", tenantId);
      const known = await sql.one(
        "select 1 from workbook_import where tenant_id = $1 and file_hash = $2 and state = 'done' and id <> $3",
        [tenantId, fileHash, id],
      );
      if (known) throw conflict("该文件已导入");
      const founding = await inSetup(sql, tenantId);
      const c = contextOf(step, sql, founding);
      const save = saver(c, workbook, wordOf(founding));
      const written = await writeSheets(c, workbook, pairsOf(sheets), faults, save, tell);
      if (written.faults.some(({ faults: said }) => said.some(({ asks }) => !asks))) throw new Refused(written);
      const csv = passwordsOf(save);
      const passwords = csv && sealSecret(csv);
      await keepWorkbook(sql, id, { status: "done", sheets, passwords, committed: true });
      await sql.query("delete from import_row where import_id = $1", [id]);
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await db.query("delete from import_fault where import_id = $1", [id]);
    await keepFaults({ sql: db }, id, faults, error.written);
    for (const found of sheets) found.wrong = faults.rows(found.name).size;
    await keepWorkbook(db, id, { status: "refused", sheets, message: "检查之后数据有变化，没有写入任何数据" });
  }
  forgetCallers();
}

/** Takes back what a workbook wrote. */
async function undo(step: WorkbookStep): Promise<void> {
  const { db, workbook, caller } = step;
  await db.tx(async (sql) => {
    await lockAdvisory(sql, "workbook", caller.tenantId);
    if (!(await inSetup(sql, caller.tenantId))) throw conflict("系统已上线，不能撤回导入");
    await undoImport(contextOf(step, sql, true), workbook.id);
    await keepWorkbook(sql, workbook.id, { status: "undone" });
  });
}

const STEPS = { checking: check, committing: commit, undoing: undo } as const;
type Running = keyof typeof STEPS;
const isStep = (status: string): status is Running => status in STEPS;

/** Where a step that came to nothing leaves its workbook. */
const BACK = { checking: "failed", committing: "checked", undoing: "done" } as const;

const CUT_OFF = { checking: null, committing: "导入中断，没有写入任何数据，请重新导入", undoing: "撤回中断，请重试" };

/** How a step ended that threw. */
async function endFailed(db: Database, workbook: Workbook, status: Running, error: unknown): Promise<void> {
  const { id, fileName } = workbook;
  if (error instanceof Cancelled)
    return keepWorkbook(db, id, { status: status === "checking" ? "cancelled" : BACK[status], message: "已取消" });
  if (error instanceof InUse)
    return keepWorkbook(db, id, { status: BACK[status], message: error.message, used: error.used });
  if (error instanceof TooManyFaults || (error instanceof Refusal && error.status < 500))
    return keepWorkbook(db, id, { status: BACK[status], message: error.message });
  console.error(`导入${fileName}：${errorText(error, "stack") || error}`);
  await keepWorkbook(db, id, { status: BACK[status], message: "系统错误，没有写入任何数据，请重试" });
}

/** Name of the job in the queue. */
export const RUN_WORKBOOKS = "runWorkbooks";

/**
 * Does all steps that wait, one after the other. One that a process left behind when it went begins
 * anew if it only reads, and is given back to the person if it wrote.
 */
export async function runWorkbooks(db: Database, engine: Engine, config: BackendConfig): Promise<void> {
  for (let workbook = await nextWorkbook(db); workbook; workbook = await nextWorkbook(db)) {
    const { id, status, begun, createBy } = workbook;
    if (!isStep(status)) return;
    const message = CUT_OFF[status];
    if (begun && message) {
      await keepWorkbook(db, id, { status: BACK[status], message });
      continue;
    }
    await patchRow(db, "workbook_import", id, { begun: true });
    const caller = await callerOf(db, createBy);
    try {
      if (!caller) throw conflict("上传的人已停用");
      await sparingly(() => STEPS[status]({ db, engine, config, workbook, caller, tell: teller(db, id) }));
    } catch (error) {
      await endFailed(db, workbook, status, error);
    }
  }
}
