import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { readPage } from "#backend/engine/documents/lifecycle/reasons";
import { addSchema } from "#backend/engine/documents/reading/answer";
import { startFrom } from "#backend/engine/documents/reading/source";
import type { RuleValues } from "#backend/engine/documents/rules";
import { insert } from "#backend/engine/documents/writing/write";
import { snake } from "#backend/platform/db/names";
import { type Database, openDatabase } from "#backend/platform/db/sql";
import { Question, Refusal } from "#backend/platform/http/refusal";
import { documents } from "#documents";
import { type Action, can, type DocumentType, type Field, isBusiness, permissionOf } from "#documents/kit";
import { actAs } from "./acting";
import { copyDatabase } from "./harness";

/** Rows that are tried in each state. */
const ROWS = 3;

let db: Database;
beforeAll(async () => {
  db = openDatabase((await copyDatabase("demo")).url, 4);
});
afterAll(() => db.close());

const permissions = new Set(
  documents.flatMap((d) => [
    ...["view", "edit", "del"].map((operation) => permissionOf(d, operation)),
    ...Object.keys(d.actions ?? {}).map((name) => permissionOf(d, name)),
    ...Object.values(d.fields).flatMap((f) => f.mask ?? []),
    ...[d.scopeBy?.all ?? []].flat(),
  ]),
);

/** Something that a person could answer; undefined where only a real thing will do. */
function answerTo(f: Field): unknown {
  if (f.kind === "enum") return Object.keys(f.options)[0];
  if (f.kind === "int") return f.min ?? 1;
  if (f.kind === "bool") return false;
  return f.kind === "text" || f.kind === "longtext" ? "因故需要这样处理" : undefined;
}

const answers = (action: Action): RuleValues =>
  Object.fromEntries(Object.entries(action.input ?? {}).map(([n, f]) => [n, answerTo(f)]));

const UNDONE = new Error("undone");

/** What an action of a row is refused with; undefined: it is done (and undone) or asks for more. */
async function refusal(document: DocumentType, id: string, name: string, action: Action) {
  try {
    await db.tx(async (sql) => {
      await perform(actAs(sql, { permissions, roles: ["ADMIN"] }), document, id, name, answers(action));
      throw UNDONE;
    });
  } catch (error) {
    if (error === UNDONE) return undefined;
    if (!(error instanceof Refusal)) throw error;
    if (error instanceof Question) return undefined;
    const asked = Object.keys(error.fields ?? {}).some((field) => action.input?.[field]);
    return asked ? undefined : error.message;
  }
}

/** A reason or a switch: what is answered does not decide whether it may be done. */
const asksLittle = (action: Action) =>
  !action.lines && Object.values(action.input ?? {}).every((f) => ["text", "longtext", "bool"].includes(f.kind));

/** Actions that a button does by itself: neither forms of other documents nor decisions of others. */
const own = (document: DocumentType) =>
  Object.entries(document.actions ?? {}).filter(([, a]) => !a.opens && !a.who && asksLittle(a));

/** Rows of this declaration alone, where several share a table. */
const ofFamily = ({ fixed = {} }: DocumentType) =>
  Object.entries(fixed)
    .map(([name, value]) => ` and ${snake(name)} = '${value}'`)
    .join("");

const samples = (document: DocumentType) =>
  db.query<{ id: string }>(
    `select id from (select id, row_number() over (partition by status order by id desc) as n
       from ${document.table} where del_flag = 0${ofFamily(document)}) t where n <= $1 order by id`,
    [ROWS],
  );

test("no enabled button is refused for what was known when its page was made", async () => {
  const found: string[] = [];
  let pressed = 0;
  for (const document of documents.filter((d) => isBusiness(d) && d.status && !d.of)) {
    for (const { id } of await samples(document)) {
      const c = actAs(db, { permissions, roles: ["ADMIN"] });
      const rules = c.book.get(document.name)?.rules ?? {};
      const page = await readPage(c, document, rules, id);
      for (const [name, action] of own(document)) {
        if (!can(permissions, document, name, page).ok) continue;
        pressed++;
        const said = await refusal(document, id, name, action);
        if (said) found.push(`${document.name} ${id} ${name}: ${said}`);
      }
    }
  }
  expect(found).toEqual([]);
  expect(pressed).toBeGreaterThan(100);
}, 180_000);

/** Actions that open the form of another document, which starts from the row. */
const opening = (document: DocumentType) =>
  Object.entries(document.actions ?? {}).flatMap(([name, { opens }]) => {
    const target = opens && documents.find((d) => d.name === opens.document);
    const made: DocumentType | undefined = target;
    return opens && made?.start?.prefill?.[opens.param] ? [{ name, opens, target: made }] : [];
  });

/** Newest rows in each state, of any declaration that has a table or a view of its own. */
async function rowsOf(document: DocumentType) {
  const state = document.status ? snake(document.status.field) : "1::int";
  return db.query<{ id: string }>(
    `select id from (select id, row_number() over (partition by ${state} order by id desc) as n
       from ${document.table} where del_flag = 0${ofFamily(document)}) t where n <= $1 order by id`,
    [ROWS],
  );
}

/** What the maker refuses of what its form starts with, beside what people have yet to fill in. */
async function unsavable(target: DocumentType, values: RuleValues): Promise<string[]> {
  const read = addSchema(target).safeParse(values);
  if (!read.success) return [];
  try {
    await db.tx(async (sql) => {
      const c = actAs(sql, { permissions, roles: ["ADMIN"] });
      await insert(c, target, c.book.get(target.name)?.rules ?? {}, read.data);
      throw UNDONE;
    });
  } catch (error) {
    if (error === UNDONE || error instanceof Question) return [];
    if (!(error instanceof Refusal)) throw error;
    return error.fields ? [] : [error.message];
  }
  return [];
}

test("an enabled button that opens a form opens one that can begin; a disabled one says why", async () => {
  const found: string[] = [];
  const said = new Set<string>();
  let opened = 0;
  for (const declared of documents) {
    const document: DocumentType = declared;
    const actions = opening(document);
    if (!actions.length) continue;
    for (const { id } of await rowsOf(document)) {
      const c = actAs(db, { permissions, roles: ["ADMIN"] });
      const page = await readPage(c, document, c.book.get(document.name)?.rules ?? {}, id);
      for (const { name, opens, target } of actions) {
        const verdict = can(permissions, document, name, page);
        if (!verdict.ok) {
          if (!document.actions?.[name]?.from || verdict.reason !== "") said.add(verdict.reason);
          continue;
        }
        opened++;
        const rules = c.book.get(target.name)?.rules ?? {};
        const at = `${document.name} ${id} ${name}`;
        const values = await startFrom(c, target, rules, { [opens.param]: id }).catch((e) => e);
        if (values instanceof Refusal) found.push(`${at}: ${values.message}`);
        else if (values instanceof Error) throw values;
        else found.push(...(await unsavable(target, values)).map((why) => `${at} 保存: ${why}`));
      }
    }
  }
  expect(found).toEqual([]);
  expect(opened).toBeGreaterThan(50);
  expect([...said]).toContain("至少选择两张付款单");
}, 180_000);
