import { polyphonic } from "pinyin-pro";
import type { Database, Sql } from "#backend/platform/db";
import { type DocumentType, findsOf } from "#documents/kit";
import { once } from "#documents/kit/once";
import { headColumn, snake } from "../names";
import { views } from "./views";

/** What `find_text` of a table is made of, and how rows begin to be read. */
export interface Find {
  table: string;
  display: string;
  own: readonly string[];
  lines: readonly { table: string; head: string; columns: readonly string[] }[];
}

/** Does a declaration keep what its rows are found by? A view and another declaration's rows do not. */
export function findOf(document: DocumentType): Find | undefined {
  const names = findsOf(document);
  if (!names.length || document.calls?.handwritten || views[document.table]) return undefined;
  const lines = Object.entries(document.lines ?? {}).map(([name, { table }]) => ({
    table,
    head: headColumn(document),
    columns: names.flatMap((n) => (n.startsWith(`${name}.`) ? [snake(n.split(".")[1] ?? "")] : [])),
  }));
  return {
    table: document.table,
    display: snake(document.display),
    own: names.filter((n) => !n.includes(".")).map(snake),
    lines: lines.filter((l) => l.columns.length),
  };
}

/** While it is on, who writes lines empties `find_text` of their rows himself, with what else he changes of them. */
export const FIND_LATER = "erp.find_later";

/** Tables of lines that rows of a declaration are found by. */
export const findLines = once(
  (document: DocumentType): ReadonlySet<string> => new Set(findOf(document)?.lines.map(({ table }) => table)),
);

/** Triggers of lines that rows are found by: of many lines that one statement writes, one change of their rows. */
async function makeLineFind(sql: Sql, table: string, { table: lines, head, columns }: Find["lines"][number]) {
  const moved = ["del_flag", head, ...columns].map((c) => `o.${c} is distinct from n.${c}`).join(" or ");
  const heads = {
    insert: `select ${head} from came`,
    delete: `select ${head} from gone`,
    update: `select unnest(array[o.${head}, n.${head}]) from gone o join came n using (id) where ${moved}`,
  };
  const seen = {
    insert: "new table as came",
    delete: "old table as gone",
    update: "old table as gone new table as came",
  };
  await sql.query(`drop trigger if exists ${lines}_find on ${lines}`);
  for (const event of ["insert", "delete", "update"] as const) {
    await sql.query(
      `create or replace function ${lines}_find_${event}() returns trigger language plpgsql as $$ begin
         if current_setting('${FIND_LATER}', true) is distinct from 'on' then
           update ${table} set find_text = null where id in (${heads[event]});
         end if;
         return null;
       end $$`,
    );
    await sql.query(
      `create or replace trigger ${lines}_find_${event}
       after ${event} on ${lines} referencing ${seen[event]}
       for each statement execute function ${lines}_find_${event}()`,
    );
  }
}

/** Triggers that keep `find_text`. */
export async function makeFind(sql: Sql, { table, own, lines }: Find): Promise<void> {
  const values = lines.map(
    (l) => ` || array(select unnest(array[${l.columns.map((c) => `l.${c}`).join(", ")}])
      from ${l.table} l where l.${l.head} = new.id and l.del_flag = 0)`,
  );
  await sql.query(
    `create or replace function ${table}_find() returns trigger language plpgsql as $$ begin
       new.find_text := find_words(array[${own.map((c) => `new.${c}`).join(", ")}]::text[]${values.join("")});
       return new;
     end $$`,
  );
  await sql.query(
    `create or replace trigger ${table}_find
     before insert or update of ${[...new Set([...own, "find_text"])].join(", ")} on ${table}
     for each row execute function ${table}_find()`,
  );
  for (const l of lines) await makeLineFind(sql, table, l);
}

const BATCH = 5000;

/**
 * Works out `find_text` of the rows that were there before it was kept in this way, a batch at a time: a
 * start that is interrupted begins them again. `mark` names the way.
 */
export async function fillFind(db: Database, { table }: Find, mark: string): Promise<void> {
  const kept = await db.one<{ mark: string | null }>("select obj_description(to_regproc($1), 'pg_proc') as mark", [
    `${table}_find`,
  ]);
  if (kept?.mark === mark) return;
  let after = "0";
  for (let found = true; found; ) {
    const last = await db.one<{ id: string | null }>(
      `with chunk as (select id from ${table} where id > $1 order by id limit ${BATCH}),
       done as (update ${table} t set find_text = null from chunk where t.id = chunk.id returning t.id)
       select max(id) as id from done`,
      [after],
    );
    found = !!last?.id;
    after = last?.id ?? after;
  }
  await db.query(`analyze ${table}`);
  await db.query(`comment on function ${table}_find() is '${mark}'`);
}

const FIRST = 0x4e00;
const LAST = 0x9fff;

/** Fills the table of first letters that a database begins with empty. */
export async function fillPinyin(sql: Sql): Promise<void> {
  if (await sql.one("select 1 from pinyin_letter limit 1")) return;
  const characters = Array.from({ length: LAST - FIRST + 1 }, (_, i) => String.fromCodePoint(FIRST + i));
  const readings = polyphonic(characters.join(""), {
    ...({ pattern: "first", toneType: "none", type: "array" } as const),
  });
  const letters = readings.map((ways) => [...new Set(ways)].slice(0, 2).join(""));
  const known = characters.flatMap((_, i) => (/^[a-z]+$/.test(letters[i] ?? "") ? [i] : []));
  await sql.query(
    `insert into pinyin_letter (character, letters)
     select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [known.map((i) => characters[i]), known.map((i) => letters[i])],
  );
}
