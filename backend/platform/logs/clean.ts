import { documents } from "#documents";
import { type Field, isPersonal, isSealed } from "#documents/kit";
import type { Database, Sql } from "../db/sql";
import { declaredAt, declaredOf } from "./declared";
import { mask } from "./mask";

const BATCH = 1_000;
const UNREADABLE = "******";

/** Fields of whose values logs keep less than all. */
const strict = (f: Field) => isSealed(f) || isPersonal(f) || !!f.tail || ("holdsSecrets" in f && !!f.holdsSecrets);

const kinds = [...new Set(documents.map((d) => d.of ?? d.name))].filter((kind) =>
  [...declaredOf(kind).values()].flat().some(strict),
);

const callParams = (uri: string, params: string) => {
  try {
    return JSON.stringify(mask(JSON.parse(params), declaredAt(uri)));
  } catch {
    // It was cut: what it begins with cannot be told apart.
    return UNREADABLE;
  }
};

/** Calls that brought what declarations now keep from logs. @returns the last row of the turn */
async function cleanCalls(sql: Sql, after: string): Promise<string | undefined> {
  const rows = await sql.query<{ id: string; uri: string | null; params: string | null }>(
    `select id, request_uri as uri, params from sys_log where id > $1 order by id limit ${BATCH}`,
    [after],
  );
  const changed = rows.flatMap(({ id, uri, params }) => {
    if (!uri || !params || ![...declaredAt(uri).values()].flat().some(strict)) return [];
    const kept = callParams(uri, params);
    return kept === params ? [] : [{ id, params: kept }];
  });
  if (changed.length)
    await sql.query(
      `update sys_log t set params = x.params
       from jsonb_to_recordset($1::jsonb) as x(id bigint, params text) where t.id = x.id`,
      [JSON.stringify(changed)],
    );
  return rows.at(-1)?.id;
}

/** The same of histories, which nobody may change but this. */
async function cleanHistories(sql: Sql, after: string): Promise<string | undefined> {
  const rows = await sql.query<{ id: string; kind: string; diff: unknown }>(
    `select id, biz_type as kind, diff from sys_oper_log
     where id > $1 and diff is not null and biz_type = any ($2) order by id limit ${BATCH}`,
    [after, kinds],
  );
  const changed = rows.flatMap(({ id, kind, diff }) => {
    const kept = mask(diff, declaredOf(kind));
    return JSON.stringify(kept) === JSON.stringify(diff) ? [] : [{ id, diff: kept }];
  });
  if (changed.length) {
    await sql.query("alter table sys_oper_log disable trigger sys_oper_log_keep");
    await sql.query(
      `update sys_oper_log t set diff = x.diff
       from jsonb_to_recordset($1::jsonb) as x(id bigint, diff jsonb) where t.id = x.id`,
      [JSON.stringify(changed)],
    );
    await sql.query("alter table sys_oper_log enable trigger sys_oper_log_keep");
  }
  return rows.at(-1)?.id;
}

/** Says of a database that its logs were cleaned. */
export const CLEANED = "logs-by-declaration";

/** Takes out of all that was logged before what the declarations now keep from logs. */
export async function cleanLogs(db: Database): Promise<void> {
  for (const clean of [cleanCalls, cleanHistories])
    for (let last: string | undefined = "0"; last; ) {
      const after: string = last;
      last = await db.tx((sql) => clean(sql, after));
    }
}
