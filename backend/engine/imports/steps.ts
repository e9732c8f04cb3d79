import { errorText } from "#backend/platform/db";
import { type Call, conflict, invalid } from "#backend/platform/http";
import type { DocumentType, ImportColumn } from "#documents/kit";
import { context, engineOf } from "../documents/call";
import { requireConfirmed } from "../documents/confirmed";
import type { Rules } from "../documents/rules";
import type { Mapping } from "./mapping";
import { prepare } from "./prepare";
import { commitEntries, type ImportOutcome, Refused, runEntries } from "./run";
import { columnsFor, endRun, type Import, lockImport, takeRun, tellProgress } from "./store";

/** A run that takes longer is told about by its progress. */
const PATIENCE_MS = 1500;

/** The mapping that a person asks for: known columns only, none of the file's columns twice. */
function requireMapping(columns: readonly ImportColumn[], file: Import, given: Mapping): Mapping {
  const mapping: Mapping = {};
  for (const { key, label } of columns) {
    const at = given[key];
    if (at === undefined || at < 0 || at >= file.headers.length) continue;
    if (Object.values(mapping).includes(at))
      throw invalid(`文件的一列只能对应一个字段：${label}`, { [key]: "这一列已对应其他字段" });
    mapping[key] = at;
  }
  if (!Object.keys(mapping).length) throw invalid("请至少对应一列");
  return mapping;
}

const running = (file: Import) => file.status === "checking" || file.status === "committing";

/** Runs in the background; whoever waits gets at most a moment of it. */
async function background(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((done) => {
    timer = setTimeout(done, PATIENCE_MS);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}

/** How a run ended: what is only to be confirmed keeps nobody from going on. */
const ended = ({ problems }: ImportOutcome) => (problems.some((p) => !p.asks) ? "refused" : "checked");

const asksIn = ({ errors }: Import) => errors.filter((p) => p.asks).map((p) => p.msg);

/** What is asked once for a whole file that was checked; nothing: no row is to be confirmed. */
export function questionOf(file: Import): string | undefined {
  const rows = new Set(file.errors.filter((p) => p.asks).map((p) => p.row)).size;
  return file.status === "checked" && rows ? `有${rows}行需要确认，请核对后再导入` : undefined;
}

async function go(
  call: Call,
  document: DocumentType,
  rules: Rules,
  file: Import,
  { dry, answered = [] }: { dry: boolean; answered?: string[] },
) {
  const { db, caller } = call;
  try {
    let total = 0;
    const progress = async (done: number) => void (await tellProgress(db, file, done, total));
    const columns = columnsFor(document, call);
    const work = { document, columns, mapping: file.mapping };
    const entries = await prepare(context(call, db), work, file.rows, file.existing);
    total = entries.length;
    await progress(0);
    const engine = engineOf(call);
    const given = new Set(answered);
    const run = { document, rules, caller, engine, entries, progress, answered: given };
    if (dry)
      await db.tx(async (sql) => {
        await lockImport(sql, file.id);
        const outcome = await runEntries(sql, run, true);
        await endRun(sql, file, ended(outcome), outcome);
      });
    else
      await commitEntries(db, run, {
        first: (sql) => lockImport(sql, file.id),
        last: (sql, outcome) => endRun(sql, file, "done", { ...outcome, problems: [] }),
      });
  } catch (error) {
    if (error instanceof Refused) return endRun(db, file, ended(error.outcome), error.outcome);
    console.error(`导入${document.label}：${errorText(error, "stack") || error}`);
    await endRun(db, file, "failed");
  }
}

const started = (work: Promise<unknown>) => background(work.catch(() => {}));

/** Dry run under a mapping. @throws Refusal 400 for the mapping, 409 while another run goes on */
export async function check(
  call: Call,
  document: DocumentType,
  rules: Rules,
  file: Import,
  asked: { mapping?: Mapping; existing?: "refuse" | "update" },
) {
  if (running(file)) throw conflict("操作太频繁，请勿重复请求");
  if (file.status === "done") throw conflict("该文件已导入");
  const columns = columnsFor(document, call);
  const mapping = requireMapping(columns, file, asked.mapping ?? file.mapping);
  const existing = document.import?.update ? (asked.existing ?? file.existing) : "refuse";
  const next = await takeRun(call.db, file, "checking", { mapping, existing });
  await started(go(call, document, rules, next, { dry: true }));
}

/**
 * Writes what was checked. Asked again afterwards it changes nothing. Rows before it in the file may
 * make another row a question: then nothing is written and that is asked too.
 * @throws Refusal 409; Question while rows are to be confirmed
 */
export async function commit(call: Call, document: DocumentType, rules: Rules, file: Import) {
  if (file.status === "done") return;
  if (running(file)) throw conflict("操作太频繁，请勿重复请求");
  if (file.status !== "checked") throw conflict("请先检查文件，没有问题才能导入");
  const question = questionOf(file);
  if (question) requireConfirmed(context(call, call.db), question);
  const next = await takeRun(call.db, file, "committing");
  await started(go(call, document, rules, next, { dry: false, answered: asksIn(file) }));
}
