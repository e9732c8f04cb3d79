import type { Sql } from "../db/sql";

/** What a database is for. The one never becomes the other. */
export type Kind = "company" | "demonstration";

/** Written in the transaction that founds it, so that no crash leaves it unsaid. */
export const markAs = (sql: Sql, kind: Kind) =>
  sql.query("insert into seed_marker (name) values ($1) on conflict do nothing", [kind]);

/**
 * What this database is for; undefined for one that is empty. Those of earlier programs did not say it: a
 * demonstration has its marker, or at least its second account.
 */
export async function kindOf(sql: Sql): Promise<Kind | undefined> {
  if (!(await sql.one("select 1 where to_regclass('seed_marker') is not null"))) return undefined;
  const said = await sql.query<{ name: string }>("select name from seed_marker");
  const has = (name: string) => said.some((marker) => marker.name === name);
  if (!has("system")) return undefined;
  if (has("company")) return "company";
  if (has("demonstration") || has("demo")) return "demonstration";
  return (await sql.one("select 1 from sys_user where id = 2 and username = 'exec'")) ? "demonstration" : "company";
}

/** The marker of a demonstration that was brought back to its beginning. */
export const RESTORED = "restored";
/** A session of before it is told so for as long as its token would have lasted. */
const TOLD_HOURS = 12;

/** What to say to somebody whose session ended with the demonstration that it belonged to. */
export async function whyEnded(sql: Sql): Promise<string | undefined> {
  const lately = await sql.one(
    "select 1 from seed_marker where name = $1 and done_at > now() - make_interval(hours => $2)",
    [RESTORED, TOLD_HOURS],
  );
  return lately && "演示已恢复到初始状态，请重新登录";
}

const ELSE = "更换DATA_DIR或DATABASE_URL";

/**
 * What this database is for, if it was founded.
 * @throws Error when that is the other purpose (company.md 1.1)
 */
export async function requireKind(sql: Sql, wanted: Kind): Promise<Kind | undefined> {
  const kind = await kindOf(sql);
  if (!kind || kind === wanted) return kind;
  throw new Error(
    kind === "demonstration"
      ? `此数据库是演示数据，不能用于正式环境，请${ELSE}`
      : `此数据库是正式数据，不能用于演示，请设置DEMO=off，或${ELSE}`,
  );
}
