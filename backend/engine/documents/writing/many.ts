import { breather } from "#backend/platform/breath";
import type { DocumentType } from "#documents/kit";
import { lockTree } from "../reading/row";
import { savedLines } from "../rows";
import type { DocumentRuleRow, RuleContext, Rules, RuleValues, SavedMany } from "../rules";
import { FIND_LATER, findLines } from "../tables/find";
import { checkDecimals } from "./decimals";
import { explain } from "./explain";
import { tieSaved } from "./files";
import { writeAllLines } from "./lines";
import { checkRates, typedRates } from "./rates";
import { checkReferences } from "./references";
import { sealedValues } from "./sealed";
import {
  allBegun,
  insert,
  linesToWrite,
  ownColumns,
  requireRange,
  update,
  type WrittenColumn,
  withHidden,
} from "./write";

/** Rules that look at each row by itself see the rows before it: theirs are written one by one. */
const isApart = ({ beforeSave, beforeSaveMany }: Rules) => !!beforeSave && !beforeSaveMany;

/** What is asked of every row that somebody saves, whatever its rules say. */
async function requireSaved(
  c: RuleContext,
  document: DocumentType,
  rows: readonly SavedMany[],
  workedOut = false,
): Promise<void> {
  await checkReferences(c, document, rows);
  const breathe = breather();
  const rated = !workedOut && typedRates(document.fields).length > 0;
  for (const { next, before } of rows) {
    await breathe();
    if (!workedOut) await checkDecimals(c, document, next, before);
    if (rated) await checkRates(c, document, { ...before, ...next }, { before });
    requireRange(document, next);
  }
}

interface WrittenRow {
  id: string;
  columns: WrittenColumn[];
}

/** Rows with the same columns are one statement: a column that one lacks keeps what it has. */
async function writeAlike(
  rows: readonly WrittenRow[],
  write: (names: string[], types: string, json: string) => Promise<unknown>,
): Promise<void> {
  const alike = new Map<string, WrittenRow[]>();
  for (const row of rows) {
    const key = row.columns.map(([name]) => name).join(" ");
    const known = alike.get(key);
    if (known) known.push(row);
    else alike.set(key, [row]);
  }
  for (const group of alike.values()) {
    const columns = group[0]?.columns ?? [];
    const types = ["id bigint", ...columns.map(([name, , cast]) => `${name} ${cast}`)].join(", ");
    const records = group.map(({ id, columns: own }) => ({ id, ...Object.fromEntries(own) }));
    await write(
      columns.map(([name]) => name),
      types,
      JSON.stringify(records),
    );
  }
}

async function newIds({ sql }: RuleContext, table: string, count: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    "select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2)",
    [table, count],
  );
  return rows.map(({ id }) => id);
}

/**
 * Inserts many rows with their lines by a few statements, as `insert` does one of them.
 * @returns of each its id, its number and what the rule adds, in their order
 * @throws Refusal when one of them is refused: none is written then
 */
export async function insertMany(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  values: readonly RuleValues[],
  { workedOut = false } = {},
): Promise<(RuleValues & { id: string })[]> {
  if (values.length < 2 || isApart(rules)) {
    const made = [];
    for (const one of values) made.push(await insert(c, document, rules, one, { workedOut }));
    return made;
  }
  const rows: SavedMany[] = (await allBegun(c, document, rules, values)).map((next) => ({ next }));
  await lockTree(c.sql, document);
  await rules.beforeSaveMany?.(c, rows);
  await requireSaved(c, document, rows, workedOut);
  const ids = await newIds(c, document.table, rows.length);
  const own = rows.map(({ next }, i) => ({ id: ids[i] ?? "", header: next, before: {} }));
  const written: WrittenRow[] = [];
  for (const { id, header } of own) {
    const sealed = await sealedValues(c, document, header, undefined, workedOut);
    written.push({ id, columns: [...ownColumns(document, { ...header, createBy: c.caller.userId }), ...sealed] });
  }
  await explain(
    document,
    writeAlike(written, (names, types, json) => {
      const all = ["id", ...names].join(", ");
      return c.sql.query(
        `insert into ${document.table} (tenant_id, ${all}) overriding system value
         select $1, ${all} from jsonb_to_recordset($2::jsonb) as x(${types})`,
        [c.tenantId, json],
      );
    }),
  );
  await explain(document, writeAllLines(c, document, rules, own));
  for (const { id, header } of own) await tieSaved(c, document, id, header);
  const told = await afterMany(
    c,
    rules,
    own.map(({ id, header }) => ({ id, next: header })),
  );
  return told.map((one, i) => ({ ...one, ...(document.number && { no: own[i]?.header.no }) }));
}

async function afterMany(
  c: RuleContext,
  rules: Rules,
  rows: readonly (SavedMany & { id: string })[],
): Promise<(RuleValues & { id: string })[]> {
  if (rules.afterSaveMany) {
    await rules.afterSaveMany(c, rows);
    return rows.map(({ id }) => ({ id }));
  }
  const told = [];
  for (const { id, next, before } of rows)
    told.push({ ...(await rules.afterSave?.(c, id, next, before, undefined)), id });
  return told;
}

const setFind = ({ sql }: RuleContext, state: "on" | "off") =>
  sql.query("select set_config($1, $2, true)", [FIND_LATER, state]);

/**
 * Changes many rows by a few statements, as `update` does one of them; `before` is what `lockAll` read.
 * @throws Refusal when one of them is refused: none is written then
 */
export async function updateMany(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  changes: readonly { before: DocumentRuleRow; values: RuleValues }[],
): Promise<void> {
  if (changes.length < 2 || isApart(rules)) {
    for (const { before, values } of changes) await update(c, document, rules, before, values);
    return;
  }
  const rows = changes.map(({ before, values }) => ({ id: before.id, before, next: withHidden(c, document, values) }));
  await rules.beforeSaveMany?.(c, rows);
  await requireSaved(c, document, rows);
  const written: WrittenRow[] = [];
  for (const { id, before, next } of rows) {
    const sealed = await sealedValues(c, document, next, before);
    written.push({ id, columns: [...ownColumns(document, { ...next, updateBy: c.caller.userId }), ...sealed] });
  }
  const lines = Object.entries(document.lines ?? {});
  const heads = rows.map(({ id, before, next }) => ({
    id,
    header: linesToWrite(document, before, next),
    before: Object.fromEntries(lines.map(([name]) => [name, savedLines(before, name)])),
  }));
  // A row that is found by its lines is written once with what it is found by.
  const finds = lines.some(
    ([name, { table }]) => findLines(document).has(table) && heads.some(({ header }) => header[name] !== undefined),
  );
  if (finds) await setFind(c, "on");
  await explain(document, writeAllLines(c, document, rules, heads));
  if (finds) await setFind(c, "off");
  const found = finds ? "find_text = null, " : "";
  await explain(
    document,
    writeAlike(written, (names, types, json) =>
      c.sql.query(
        `update ${document.table} t set ${names.map((n) => `${n} = x.${n}, `).join("")}${found} update_time = now(),
           version = version + 1
         from jsonb_to_recordset($1::jsonb) as x(${types}) where t.id = x.id`,
        [json],
      ),
    ),
  );
  for (const { id, next } of rows) await tieSaved(c, document, id, next);
  await afterMany(c, rules, rows);
}
