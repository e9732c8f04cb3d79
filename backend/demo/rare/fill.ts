import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { givenLines } from "#backend/engine/documents/rows";
import { nextOrder, pickRow, type Sql } from "#backend/platform/db";
import { today } from "#backend/platform/values";
import { documents } from "#documents";
import {
  type Action,
  copies,
  type DocumentType,
  type Field,
  formFields,
  formLines,
  permissionOf,
} from "#documents/kit";
import { act, asSystem, attempt, deciderOf, draft, personAt, startFrom, whole } from "../acting";
import { abroadPaths } from "./abroad";
import { moneyPaths } from "./money";
import { answers, madeSo } from "./said";
import { tradePaths } from "./trade";

/** A state keeps so many rows of its own. */
const KEPT = 1;
/** Rows that are tried before another way is. */
const TRIED = 12;
/** Rows of another document that one is made of. */
const SOURCES = 80;
/** Steps of the longest way that is tried. */
const LONGEST = 4;
/** People that decide one after the other about the same thing. */
const DECIDERS = 5;

interface RareRow {
  id: string;
  status: string;
  maker: string | null;
}

/** Decides what whoever made it may not decide. */
const OTHER = "exec";

/** Whose work it is: whoever decides next, else who made it, or somebody else where `other`. */
async function doerOf(c: RuleContext, document: DocumentType, { id, maker }: RareRow, { who }: Action, other: boolean) {
  if (who === "candidate") return deciderOf(c, document.name, id);
  if (other) return personAt(c, OTHER);
  return maker ? personAt(c, maker, "id") : c;
}

type RareStep = [name: string, action: Action];

const statusOf = async (sql: Sql, document: DocumentType, id: string): Promise<string> =>
  (await pickRow<{ status: string }>(sql, document.table, id, ["status"]))?.status ?? "";

/** Does one step; who decides is followed by whoever decides next, until it has an end. */
async function take(c: RuleContext, document: DocumentType, row: RareRow, [name, action]: RareStep, other: boolean) {
  const before = await statusOf(c.sql, document, row.id);
  for (let decided = 0; decided < DECIDERS; decided++) {
    const person = await doerOf(c, document, row, action, other);
    if (!person) return decided > 0;
    const doer = { ...person, confirmed: true as const };
    await act(doer, document.name, row.id, name, await answers(doer, document, action));
    if (action.who !== "candidate" || (await statusOf(c.sql, document, row.id)) !== before) return true;
  }
  return true;
}

/** Takes a row these steps, each by who made it or by somebody else. @returns whether it stands in this state then */
async function arrives(
  c: RuleContext,
  document: DocumentType,
  row: RareRow,
  steps: readonly RareStep[],
  state: string,
) {
  for (const step of steps) {
    const taken =
      (await attempt(c, () => take(c, document, row, step, false))) ??
      (await attempt(c, () => take(c, document, row, step, true)));
    if (!taken) return false;
  }
  return (await statusOf(c.sql, document, row.id)) === state;
}

const rowsOf = (sql: Sql, { table, fixed = {}, status }: DocumentType) => {
  const family = Object.entries(fixed).map(([field, value]) => ` and ${field} = '${value}'`);
  return sql.query<RareRow>(
    `select id, ${status ? "status" : "''"} as status, create_by::text as maker from ${table} where del_flag = 0${family.join("")} order by id desc`,
  );
};

/** What a step leads to, as far as it is said before. */
function leadsTo({ flow, status }: DocumentType, [name, { to }]: RareStep): string | undefined {
  if (to || !flow) return to;
  const ends: Record<string, string | undefined> = {
    submit: "auditing",
    approve: flow.approved ?? "approved",
    reject: "rejected",
    withdraw: status?.initial,
  };
  return ends[name];
}

/** Ways through the document's own actions to this state, the shortest first: where each begins, and its steps. */
function waysTo(document: DocumentType, state: string): { from: string; steps: RareStep[] }[] {
  const single = Object.entries(document.actions ?? {}).filter(([, { opens, lines }]) => !opens && !lines);
  const found: { from: string; steps: RareStep[] }[] = [{ from: state, steps: [] }];
  const seen = new Set([state]);
  // What is found along the way is gone through as well.
  for (const { from: end, steps } of found) {
    if (steps.length === LONGEST) continue;
    for (const step of single.filter((one) => leadsTo(document, one) === end))
      for (const from of step[1].from ?? []) {
        if (seen.has(from)) continue;
        seen.add(from);
        found.push({ from, steps: [step, ...steps] });
      }
  }
  return found.slice(1);
}

/** What the same thing made once more says; days that are gone by are today's. */
function againOf(fields: [string, Field][], row: RuleValues, nth: number): RuleValues {
  const value = (name: string, field: Field): unknown => {
    const was = row[name];
    if (field.unique && typeof was === "string") return `${was}-${nth}`;
    return field.kind === "date" && typeof was === "string" && was < today() ? today() : was;
  };
  return Object.fromEntries(fields.map(([name, field]) => [name, value(name, field) ?? undefined]));
}

/** A new draft like this row, by its own rules. */
async function copyOf(
  c: RuleContext,
  document: DocumentType,
  { id, maker }: RareRow,
  nth: number,
): Promise<RareRow | undefined> {
  nextOrder(c.sql);
  const row: RuleValues = await whole(c, document, id);
  const lines = formLines(document).map(([list, { fields }]) => {
    const own = Object.entries(fields).filter(([, field]) => !field.computed);
    return [list, (givenLines(row, list) ?? []).map((line) => againOf(own, line, nth))] as const;
  });
  const person = maker ? await personAt(c, maker, "id") : c;
  const form = { ...againOf(formFields(document, "add"), row, nth), ...Object.fromEntries(lines) };
  const made = await madeSo(c, document, form, (values) =>
    draft({ ...person, confirmed: true as const }, document, values),
  );
  return made && { id: made.id, status: document.status?.initial ?? "", maker };
}

/** A new draft of another document's row, as its form would begin. */
async function madeOf(
  c: RuleContext,
  document: DocumentType,
  from: Readonly<Record<string, string>>,
): Promise<RareRow | undefined> {
  nextOrder(c.sql);
  const doer = { ...c, confirmed: true as const };
  const form = await startFrom(doer, document, from);
  const made = await madeSo(c, document, form, (values) => draft(doer, document, values));
  return made && { id: made.id, status: document.status?.initial ?? "", maker: null };
}

/** Other ways to have one more of this document: like the newest ones, or made of what it is made of. */
async function* others(c: RuleContext, document: DocumentType, rows: readonly RareRow[]) {
  if (copies(document, new Set([permissionOf(document, "add")])))
    for (const row of rows.slice(0, TRIED)) yield () => copyOf(c, document, row, rows.length);
  for (const [param, source] of Object.entries(document.start?.prefill ?? {})) {
    const from = documents.find(({ name }) => name === source);
    if (!from) continue;
    for (const { id } of (await rowsOf(c.sql, from)).slice(0, SOURCES))
      yield () => madeOf(c, document, { [param]: id });
  }
}

/** Brings a row of this document, or a new one, to each state that none of them has. */
async function fill(c: RuleContext, document: DocumentType): Promise<number> {
  const rows = await rowsOf(c.sql, document);
  const { initial, values = {} } = document.status ?? {};
  const count = (status: string) => rows.filter((row) => row.status === status).length;

  async function reach(state: string): Promise<boolean> {
    const ways = waysTo(document, state);
    for (const { from, steps } of ways) {
      const there = count(from) > KEPT ? rows.filter(({ status }) => status === from).slice(0, TRIED) : [];
      for (const row of there) {
        if (!(await attempt(c, () => arrives(c, document, row, steps, state)))) continue;
        row.status = state;
        return true;
      }
    }
    const begun = [{ from: state, steps: [] }, ...ways].find(({ from }) => from === initial);
    if (!begun) return false;
    for await (const another of others(c, document, rows)) {
      const made = await attempt(c, async () => {
        const row = await another();
        return row && (await arrives(c, document, row, begun.steps, state)) ? row : undefined;
      });
      if (!made) continue;
      rows.push({ ...made, status: state });
      return true;
    }
    return false;
  }

  let made = 0;
  for (const state of Object.keys(values)) if (!count(state) && (await reach(state))) made++;
  return made;
}

/** A row in states that nothing else came to, by the documents' own rules (company.md 3.2); answers how many. */
export async function insertRare(sql: Sql): Promise<number> {
  const c = asSystem(sql);
  const kinds = documents.filter((d) => d.status && !d.of && !d.derived && d.actions);
  let made = 0;
  const fillAll = async () => {
    for (const document of kinds) made += await fill(c, document);
  };
  await fillAll();
  for (const path of [...tradePaths, ...abroadPaths, ...moneyPaths]) if (await attempt(c, () => path(c))) made++;
  // What leads to a state may itself have been made first, and a way may have taken the last row of one.
  await fillAll();
  return made;
}
