import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { lockRow } from "#backend/engine/documents";
import { headColumn, snake, storedFields } from "#backend/engine/documents/names";
import { readLines } from "#backend/engine/documents/reading/lines";
import { difference, sameLines } from "#backend/engine/documents/writing/difference";
import { update } from "#backend/engine/documents/writing/write";
import { forgetCallers } from "#backend/platform/auth/caller";
import { errorText, patchRow } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { writeOperLogs } from "#backend/platform/logs/oper-log";
import { holdPhase } from "#backend/platform/tenancy/phase";
import { documentNamed, documents } from "#documents";
import type { DocumentType, Field } from "#documents/kit";

interface KeptEffect {
  id: string;
  document: string;
  rowId: string;
  before: RuleValues | null;
  after: RuleValues | null;
}

/** Thrown when rows cannot be taken back, with those that are in the way. */
export class InUse extends Error {
  constructor(
    message: string,
    readonly used: { text: string; href: string }[],
  ) {
    super(message);
  }
}

const NAMED = 20;

/** A row as people know it, with its list. */
async function named({ sql }: RuleContext, document: DocumentType, ids: readonly string[]) {
  const rows = await sql.query<{ name: string }>(
    `select ${snake(document.display)}::text as name from ${document.table} where id = any($1::bigint[]) order by id`,
    [ids],
  );
  return rows.map(({ name }) => ({ text: `${document.label} ${name}`, href: document.screens.list }));
}

/** MadeRows of documents by their declaration. */
export type MadeRows = Map<DocumentType, string[]>;

const has = (rows: MadeRows, document: DocumentType): string[] =>
  [...rows].flatMap(([d, ids]) => (d.table === document.table ? ids : []));

/** Columns of a table that name rows of another one. */
const naming = (fields: readonly [string, Field][], table: string) =>
  fields.flatMap(([name, f]) =>
    !f.virtual && (f.kind === "ref" || f.kind === "refs") && documentNamed(f.to).table === table
      ? [{ column: snake(name), many: f.kind === "refs" }]
      : [],
  );

/** Columns of real tables, as `table.column`: what is only looked at names nothing by itself. */
export async function columnsOf({ sql }: RuleContext): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
       and a.attnum > 0 and not a.attisdropped`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Who wrote a row does not keep it. */
const WRITERS: ReadonlySet<string> = new Set(["create_by", "update_by"]);

/** Ids of these rows that something names which does not go with them. */
export async function usedOf(
  { sql }: RuleContext,
  columns: ReadonlySet<string>,
  target: DocumentType,
  ids: readonly string[],
  made: MadeRows,
): Promise<string[]> {
  const own = new Set(ids);
  const used = new Set<string>();
  const seen = new Set<string>();
  const look = async (table: string, fields: readonly [string, Field][], of: string, gone: readonly string[]) => {
    for (const { column, many } of naming(fields, target.table)) {
      const name = `${table}.${column}`;
      const real = [name, `${table}.del_flag`, `${table}.${of}`].every((one) => columns.has(one));
      if (seen.has(name) || WRITERS.has(column) || !real) continue;
      seen.add(name);
      const hit = many ? `t.${column} && $1::bigint[]` : `t.${column} = any($1::bigint[])`;
      const rows = await sql.query<{ id: string }>(
        `select distinct ${many ? `unnest(t.${column})` : `t.${column}`} as id from ${table} t
         where ${hit} and t.del_flag = 0 and not (t.${of} = any($2::bigint[]))`,
        [ids, gone],
      );
      for (const { id } of rows) if (own.has(id)) used.add(id);
    }
  };
  for (const document of documents) {
    const gone = has(made, document);
    await look(document.table, storedFields(document), "id", gone);
    for (const lines of Object.values(document.lines ?? {}))
      await look(lines.table, Object.entries(lines.fields), headColumn(document), gone);
  }
  return [...used];
}

/** Puts the values back that an import changed. @throws Refusal 409 when they were changed since */
async function restore(c: RuleContext, { document: name, rowId, before, after }: KeptEffect): Promise<boolean> {
  const document = documentNamed(name);
  const rules = c.book.get(name)?.rules ?? {};
  const row = await lockRow<DocumentType>(c, document, rowId, { anyScope: true });
  await rules.enrich?.(c, [row]);
  const now = { ...row, ...(await readLines<DocumentType>(c, document, rowId)) };
  const values: RuleValues = after ?? {};
  const lines = Object.keys(document.lines ?? {});
  const fields = Object.fromEntries(Object.entries(values).filter(([n]) => !lines.includes(n)));
  const moved = lines.some((n) => {
    const [then, is] = [values[n], now[n]];
    const l = document.lines?.[n];
    return l && Array.isArray(then) && Array.isArray(is) && !sameLines(l, is, then);
  });
  if (moved || Object.keys(difference(document, now, fields)).length) return false;
  await update(c, document, rules, now, structuredClone(before ?? {}));
  return true;
}

/** Removes rows that nothing names. */
async function erase({ sql }: RuleContext, document: DocumentType, ids: readonly string[]): Promise<void> {
  if (document.name === "user") {
    await sql.query("delete from sys_user_role where user_id = any($1::bigint[])", [ids]);
    forgetCallers();
  }
  for (const { table } of Object.values(document.lines ?? {}))
    await sql.query(`delete from ${table} where ${headColumn(document)} = any($1::bigint[])`, [ids]);
  await sql.query(`delete from ${document.table} t using unnest($1::bigint[]) as gone(id) where t.id = gone.id`, [ids]);
}

/** Counts what hangs on rows that went anew. */
async function recount({ sql, tenantId }: RuleContext): Promise<void> {
  await sql.query(
    `update spu s set sku_count = n.n from (select p.id, (select count(*) from sku k where k.spu_id = p.id
       and k.del_flag = 0 and k.sku_type <> 'easy') as n from spu p where p.tenant_id = $1) n
     where n.id = s.id and s.sku_count <> n.n`,
    [tenantId],
  );
  await sql.query(
    `update product p set spu_count = n.n from (select q.id, (select count(*) from spu s where s.product_id = q.id
       and s.del_flag = 0) as n from product q where q.tenant_id = $1) n
     where n.id = p.id and p.spu_count <> n.n`,
    [tenantId],
  );
}

/** Versions of approvals that an import saved, unless newer ones or running approvals stand on them. */
async function eraseFlows({ sql }: RuleContext, ids: readonly string[]): Promise<number> {
  const rows = await sql.query(
    `delete from act_definition d where d.id = any($1::bigint[])
       and not exists (select 1 from act_definition n where n.tenant_id = d.tenant_id and n.def_key = d.def_key
         and n.version > d.version and not (n.id = any($1::bigint[])))
       and not exists (select 1 from act_instance i where i.tenant_id = d.tenant_id and i.def_key = d.def_key
         and i.def_version = d.version)
     returning 1`,
    [ids],
  );
  return ids.length - rows.length;
}

/** People who have signed in since are no longer unused. */
const signedIn = async ({ sql }: RuleContext, ids: readonly string[]): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      "select id from sys_user where id = any($1::bigint[]) and last_login_time is not null",
      [ids],
    )
  ).map(({ id }) => id);

/** Openings that are booked are undone by their own rule first. */
async function bookedOf(c: RuleContext, effects: readonly KeptEffect[]): Promise<string[]> {
  const ids = effects.flatMap(({ document, rowId }) => (document === "opening" ? rowId : []));
  if (!ids.length) return [];
  await holdPhase(c);
  const rows = await c.sql.query<{ id: string }>(
    `select id from opening where id = any($1::bigint[]) and status in ('booked', 'locked') and del_flag = 0
     order by id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes back what an import wrote, in the transaction of `c`: changed values return, rows that it made go.
 * @throws InUse when something stands on it
 */
export async function undoImport(c: RuleContext, importId: string): Promise<void> {
  const effects = await c.sql.query<KeptEffect>(
    `select id, document, row_id as "rowId", before, after from import_effect where import_id = $1 order by id desc`,
    [importId],
  );
  const used: { text: string; href: string }[] = [];
  let count = 0;
  const keep = async (document: DocumentType, ids: readonly string[]) => {
    if (!ids.length) return;
    count += ids.length;
    if (used.length < NAMED) used.push(...(await named(c, document, ids.slice(0, NAMED - used.length))));
  };
  const made: MadeRows = new Map();
  const flows: string[] = [];
  const booked = await bookedOf(c, effects);
  await keep(documentNamed("opening"), booked);
  for (const effect of effects) {
    if (booked.includes(effect.rowId) && effect.document === "opening") continue;
    if (effect.document === "act_definition") flows.push(effect.rowId);
    else if (!effect.before) {
      const document = documentNamed(effect.document);
      const ids = made.get(document) ?? [];
      made.set(document, ids);
      ids.push(effect.rowId);
    } else if (!(await restore(c, effect))) await keep(documentNamed(effect.document), [effect.rowId]);
  }
  const busy = await eraseFlows(c, flows);
  if (busy) {
    count += busy;
    used.push({ text: "审批流程已有新版本或在审批中", href: "/activiti/model/index" });
  }
  const columns = await columnsOf(c);
  for (const [document, ids] of made) {
    const away = document.name === "user" ? await signedIn(c, ids) : [];
    await keep(document, [...new Set([...away, ...(await usedOf(c, columns, document, ids, made))])]);
  }
  if (count) throw new InUse(`${count}行已被使用，不能撤回`, used);
  await eraseAll(c, effects, made);
  await recount(c);
}

/** Removes all rows: those that name others first. */
async function eraseAll(c: RuleContext, effects: readonly KeptEffect[], made: MadeRows): Promise<void> {
  // Departments and people name each other.
  for (const [document, ids] of made)
    if (document.tree || document.name === "user") {
      const own = naming(Object.entries(document.fields), "sys_user").filter(({ many }) => !many);
      const nobody = Object.fromEntries(own.map(({ column }) => [column, null]));
      await patchRow(c.sql, document.table, ids, nobody);
    }
  try {
    for (const [document, ids] of made) await erase(c, document, ids);
  } catch (error) {
    if (errorText(error, "code") !== "23503") throw error;
    throw conflict("有数据已被使用，不能撤回");
  }
  await writeOperLogs(
    c.sql,
    effects.flatMap(({ document: name, rowId, before }) =>
      before
        ? [
            {
              tenantId: c.tenantId,
              bizType: documentNamed(name).of ?? name,
              bizId: rowId,
              action: "撤回导入",
              operator: c.caller,
            },
          ]
        : [],
    ),
  );
}
