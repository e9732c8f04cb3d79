import { createHash } from "node:crypto";
import { tryAdvisory, tryAllAdvisory } from "../db/advisory";
import type { Database, Sql } from "../db/sql";
import type { Call, Caller } from "./endpoint";
import { conflict, invalid } from "./refusal";

/**
 * The Idempotency-Key of a call, if it has one.
 * @throws Refusal 400 for one that is no key: whoever sends it relies on being served once
 */
export const keyOf = (call: Pick<Call, "req">): string | undefined => {
  const key = call.req.headers["idempotency-key"];
  if (key === undefined || key === "") return undefined;
  if (typeof key !== "string" || !/^[\w-]{8,100}$/.test(key)) throw invalid(NO_KEY);
  return key;
};

const NO_KEY = "Idempotency-Key 须为 8 到 100 个字母、数字、下划线或连字符";
const BUSY = "操作太频繁，请勿重复请求";
const USED = "这个页面的内容已提交过，请核对后再提交";

const SECRET = new Set(["oneTimePassword", "password", "told"]);

/** What is shown once is kept neither in the answer nor in the fingerprint, which a dictionary could guess. */
const printed = (request: unknown) =>
  createHash("sha256").update(JSON.stringify(request, withoutSecrets)).digest("hex");

const withoutSecrets = (name: string, value: unknown) => (SECRET.has(name) ? undefined : value);

/**
 * Runs a write once per key (supply.md 0.4): while the first request with the key runs, a second is
 * refused; afterwards it gets the first answer again and nothing is written twice; other content is refused. The answer is
 * stored in the transaction of the write itself, so a crash leaves both or neither.
 */
export function once<R>(
  db: Database,
  caller: Caller,
  key: string | undefined,
  request: unknown,
  work: (sql: Sql) => Promise<R>,
): Promise<R> {
  return db.tx(async (sql) => {
    if (!key) return work(sql);
    const owner = [caller.tenantId, caller.userId, key];
    if (!(await tryAdvisory(sql, "idempotencyKey", owner.join("/")))) throw conflict(BUSY);
    const fingerprint = printed(request);
    const done = await sql.one<{ request: string; answer: R }>(
      "select request, answer from idempotency where tenant_id = $1 and user_id = $2 and key = $3",
      owner,
    );
    if (done && done.request !== fingerprint) throw conflict(USED);
    if (done) return done.answer;
    const answer = await work(sql);
    await sql.query(
      `insert into idempotency (tenant_id, user_id, key, request, status, answer)
       values ($1, $2, $3, $4, 200, $5)`,
      [...owner, fingerprint, JSON.stringify(answer ?? null, withoutSecrets)],
    );
    return answer;
  });
}

/** A write of several that have one call, with the key that is its own. */
export interface OnceAsked {
  key: string | undefined;
  request: unknown;
}

/**
 * The same for several writes of one call in one transaction, as long as none was asked for before.
 * `work` answers for each in their order; one that it answers nothing for may be asked for again.
 * @throws Refusal 409 when one of the keys is known or in use: who asks goes one by one then
 */
export function onceAll<R>(
  db: Database,
  { tenantId, userId }: Caller,
  asked: readonly OnceAsked[],
  work: (sql: Sql) => Promise<(R | undefined)[]>,
): Promise<(R | undefined)[]> {
  return db.tx(async (sql) => {
    const keys = asked.flatMap(({ key }) => key ?? []);
    if (!keys.length) return work(sql);
    const things = keys.map((key) => [tenantId, userId, key].join("/"));
    if (!(await tryAllAdvisory(sql, "idempotencyKey", things))) throw conflict(BUSY);
    const done = await sql.one(
      "select 1 from idempotency where tenant_id = $1 and user_id = $2 and key = any($3) limit 1",
      [tenantId, userId, keys],
    );
    if (done) throw conflict(USED);
    const answers = await work(sql);
    const rows = asked.flatMap(({ key, request }, i) =>
      key && answers[i] !== undefined ? [{ key, request: printed(request), answer: answers[i] }] : [],
    );
    await sql.query(
      `insert into idempotency (tenant_id, user_id, key, request, status, answer)
       select $1, $2, x.key, x.request, 200, x.answer
       from jsonb_to_recordset($3::jsonb) as x(key text, request text, answer jsonb)`,
      [tenantId, userId, JSON.stringify(rows, withoutSecrets)],
    );
    return answers;
  });
}
