import type { DocumentType, ImportColumn } from "#documents/kit";
import { errorText } from "../db/errors";
import { context, engineOf } from "../documents/call";
import type { Rules } from "../documents/rules";
import type { Call } from "../http/endpoint";
import { conflict, invalid } from "../http/refusal";
import { columnsFor } from "./keep-file";
import type { Mapping } from "./mapping";
import { prepare } from "./prepare";
import { commitEntries, Refused, runEntries } from "./run";
import { endRun, type Import, lockImport, takeRun, tellProgress } from "./store";

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

async function go(call: Call, document: DocumentType, rules: Rules, file: Import, dry: boolean) {
  const { db, caller } = call;
  try {
    let total = 0;
    const progress = async (done: number) => void (await tellProgress(db, file, done, total));
    const columns = columnsFor(document, call);
    const work = { document, columns, mapping: file.mapping };
    const entries = await prepare(context(call, db), work, file.rows, file.existing);
    total = entries.length;
    await progress(0);
    const run = { document, rules, caller, engine: engineOf(call), entries, progress };
    if (dry)
      await db.tx(async (sql) => {
        await lockImport(sql, file.id);
        const outcome = await runEntries(sql, run, true);
        await endRun(sql, file, outcome.problems.length ? "refused" : "checked", outcome);
      });
    else
      await commitEntries(db, run, {
        first: (sql) => lockImport(sql, file.id),
        last: (sql, outcome) => endRun(sql, file, "done", outcome),
      });
  } catch (error) {
    if (error instanceof Refused) return endRun(db, file, "refused", error.outcome);
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
  await started(go(call, document, rules, next, true));
}

/** Writes what was checked. Asked again afterwards it changes nothing. @throws Refusal 409 */
export async function commit(call: Call, document: DocumentType, rules: Rules, file: Import) {
  if (file.status === "done") return;
  if (running(file)) throw conflict("操作太频繁，请勿重复请求");
  if (file.status !== "checked") throw conflict("请先检查文件，没有问题才能导入");
  const next = await takeRun(call.db, file, "committing");
  await started(go(call, document, rules, next, false));
}
