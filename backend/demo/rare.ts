import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { pickRow, type Sql } from "#backend/platform/db";
import { Refusal } from "#backend/platform/http";
import { now, today } from "#backend/platform/values";
import { documents } from "#documents";
import type { Action, DocumentType, Field } from "#documents/kit";
import { act, asSystem, personAt } from "./acting";
import { uploadSample } from "./sample-files";

/** What leads to a state may itself be made first: submitted, then rejected. */
const PASSES = 3;
/** A state keeps so many rows of its own. */
const KEPT = 1;
/** Rows that are tried before another way is. */
const TRIED = 5;

/** What somebody might answer; nothing where only a real thing will do. */
async function answerTo(c: RuleContext, field: Field): Promise<unknown> {
  if (field.kind === "enum") return Object.keys(field.options)[0];
  if (field.kind === "int") return field.min ?? 1;
  if (field.kind === "bool") return false;
  if (field.kind === "date") return today();
  if (field.kind === "datetime") return now();
  if (field.kind === "files") return [await uploadSample(c, "document", "情况说明.pdf")];
  return field.kind === "text" || field.kind === "longtext" ? "客户计划有变，按实际情况处理" : undefined;
}

async function answers(c: RuleContext, action: Action): Promise<RuleValues> {
  const input: RuleValues = {};
  for (const [name, field] of Object.entries(action.input ?? {})) input[name] = await answerTo(c, field);
  return input;
}

interface RareRow {
  id: string;
  status: string;
  maker: string | null;
}

/** Whose work it is: whoever decides next, else whoever made it. */
async function doerOf(c: RuleContext, document: DocumentType, { id, maker }: RareRow, { who }: Action) {
  if (who !== "candidate") return maker ? personAt(c, maker, "id") : c;
  const next = await c.sql.one<{ id: string }>(
    `select k.candidates[1]::text as id from act_task k join act_instance i on i.id = k.instance_id
     where i.biz_type = $1 and i.biz_id = $2 and i.status = 'running' and k.status = 'todo' order by k.id limit 1`,
    [document.name, id],
  );
  return next ? personAt(c, next.id, "id") : undefined;
}

type RareStep = [name: string, action: Action];

/** Does these steps if they can be done and lead to a state that is `wanted`; else nothing happened. */
async function attempt(
  c: RuleContext,
  document: DocumentType,
  row: RareRow,
  steps: readonly RareStep[],
  wanted: ReadonlySet<string>,
): Promise<string | undefined> {
  await c.sql.query("savepoint rare");
  try {
    for (const [name, action] of steps) {
      const person = await doerOf(c, document, row, action);
      if (!person) break;
      const doer = { ...person, confirmed: true as const };
      await act(doer, document.name, row.id, name, await answers(doer, action));
    }
    const after = await pickRow<{ status: string }>(c.sql, document.table, row.id, ["status"]);
    if (after && wanted.has(after.status)) return after.status;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  await c.sql.query("rollback to savepoint rare");
  return undefined;
}

const rowsOf = (sql: Sql, { table, fixed = {} }: DocumentType) => {
  const family = Object.entries(fixed).map(([field, value]) => ` and ${field} = '${value}'`);
  return sql.query<RareRow>(
    `select id, status, create_by::text as maker from ${table} where del_flag = 0${family.join("")} order by id desc`,
  );
};

/** Each action by itself, and each behind a submission: what is decided must have been asked for. */
function waysOf({
  actions = {},
}: DocumentType): { steps: RareStep[]; from: readonly string[]; to: string | undefined }[] {
  const single = Object.entries(actions).filter(([, { opens, lines }]) => !opens && !lines);
  const submit = single.find(([name]) => name === "submit");
  const after = submit ? single.filter(([, { from }]) => from?.includes("auditing")) : [];
  return [
    ...single.map((step) => ({ steps: [step], from: step[1].from ?? [], to: step[1].to })),
    ...after.flatMap((step) => (submit ? [{ steps: [submit, step], from: submit[1].from ?? [], to: step[1].to }] : [])),
  ];
}

/** Ways of this document to states that none of its rows has. */
async function fill(c: RuleContext, document: DocumentType): Promise<number> {
  const rows = await rowsOf(c.sql, document);
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const wanted = new Set(Object.keys(document.status?.values ?? {}).filter((status) => !count(status)));
  let made = 0;
  for (const { steps, from, to } of waysOf(document)) {
    if (!wanted.size || (to && !wanted.has(to))) continue;
    const sources = from.filter((status) => count(status) > KEPT);
    for (const row of rows.filter(({ status }) => sources.includes(status)).slice(0, TRIED)) {
      const reached = await attempt(c, document, row, steps, wanted);
      if (!reached) continue;
      row.status = reached;
      wanted.delete(reached);
      made++;
      break;
    }
  }
  return made;
}

/** A row in states that nothing else came to, by the documents' own rules (company.md 3.2); answers how many. */
export async function insertRare(sql: Sql): Promise<number> {
  const c = asSystem(sql);
  const kinds = documents.filter((d) => d.status && !d.of && !d.derived && d.actions);
  let made = 0;
  for (let pass = 0; pass < PASSES; pass++) for (const document of kinds) made += await fill(c, document);
  return made;
}
