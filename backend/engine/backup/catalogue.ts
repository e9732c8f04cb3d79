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

const triggersOf = async (client: pg.ClientBase, tables: readonly TableShape[]): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct r.relname as name from pg_trigger t join pg_class r on r.oid = t.tgrelid
     where not t.tgisinternal and r.relnamespace = 'public'::regnamespace and r.relname = any ($1) order by 1`,
    [tables.map(({ name }) => name)],
  );
  return rows.map(({ name }) => name);
};

/** Sent as one: of a thousand short statements most time would go into asking. */
const all = (client: pg.ClientBase, statements: readonly string[]) => client.query(statements.join(";\n"));

/**
 * Takes away for the time what looks at single rows of these tables: every foreign key, and their triggers.
 * @returns puts all of it back
 */
export async function unguard(client: pg.ClientBase, tables: readonly TableShape[]): Promise<() => Promise<void>> {
  const keys = await foreignKeysOf(client);
  const triggered = await triggersOf(client, tables);
  const triggers = (what: "enable" | "disable") =>
    triggered.map((name) => `alter table ${quoted(name)} ${what} trigger user`);
  const drops = keys.map(({ table, name }) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  await all(client, [...drops, ...triggers("disable")]);
  return async () => {
    await all(client, [...triggers("enable"), ...keys.flatMap((key) => addedAgain(client, key))]);
  };
}

function addedAgain(client: pg.ClientBase, { table, name, definition, comment }: ForeignKey): string[] {
  const at = `constraint ${quoted(name)}`;
  const added = `alter table ${quoted(table)} add ${at} ${definition}`;
  if (!comment) return [added];
  return [added, `comment on ${at} on ${quoted(table)} is ${client.escapeLiteral(comment)}`];
}
