import pg from "pg";

export const quoted = (name: string): string => pg.escapeIdentifier(name);

export interface TableShape {
  name: string;
  /** Stored columns: PostgreSQL works the generated ones out itself. */
  columns: { name: string; type: string }[];
}

export interface Partition {
  table: string;
  name: string;
  /** `FOR VALUES FROM … TO …` */
  bound: string;
}

/** Tables that say which schema this is; a restore makes them anew. */
const OF_THE_SCHEMA = ["schema_migration", "schema_document"];

/** Every table whose rows are data, the parts of a partitioned one taken as one. */
export async function tablesOf(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query(
    `select c.relname as name, json_agg(json_build_object(
         'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> all ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [OF_THE_SCHEMA],
  );
  return rows;
}

export async function partitionsOf(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query(
    `select p.relname as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r'
     order by c.relname`,
  );
  return rows;
}

/** Sequences that have given a value. */
export async function sequencesOf(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query(
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, String(value)]));
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
  comment: string | null;
}

async function foreignKeysOf(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query(
    `select r.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition,
       obj_description(k.oid, 'pg_constraint') as comment
     from pg_constraint k join pg_class r on r.oid = k.conrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0`,
  );
  return rows;
}

/**
 * Takes away for the time what looks at single rows of these tables: every foreign key, and their triggers.
 * @returns puts all of it back
 */
export async function unguard(client: pg.ClientBase, tables: readonly TableShape[]): Promise<() => Promise<void>> {
  const keys = await foreignKeysOf(client);
  for (const { table, name } of keys)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  const triggers = async (what: "enable" | "disable") => {
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} ${what} trigger user`);
  };
  await triggers("disable");
  return async () => {
    await triggers("enable");
    for (const key of keys) await addAgain(client, key);
  };
}

async function addAgain(client: pg.ClientBase, { table, name, definition, comment }: ForeignKey) {
  const at = `constraint ${quoted(name)}`;
  await client.query(`alter table ${quoted(table)} add ${at} ${definition}`);
  if (comment) await client.query(`comment on ${at} on ${quoted(table)} is ${client.escapeLiteral(comment)}`);
}
