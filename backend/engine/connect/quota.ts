import type { Sql } from "#backend/platform/db";
import type { Connector } from "./connector";
import { Later } from "./words";

/** How often an operation of a platform may be called: so many times a second, and so many at once after a rest. */
export interface Quota {
  operation: string;
  perSecond: number;
  burst: number;
}

/** What may be called is used up: the other side was not asked. */
export class Spent extends Later {
  constructor(seconds: number) {
    super("调用次数已到上限，稍后继续", seconds);
  }
}

/** Seconds that a call waits for its turn by itself. */
const LONGEST_WAIT = 2;

const NOW_THERE = `least(q.burst, q.tokens + extract(epoch from clock_timestamp() - q.at)::float8 * q.per_second)`;

/** Takes one call; the first one of an operation begins with its burst. */
const TAKE = `
  insert into call_quota as q (connector_id, tenant_id, operation, tokens, per_second, burst, at)
  values ($1, $2, $3, $5::float8 - 1, $4, $5, clock_timestamp())
  on conflict (connector_id, operation) do update set tokens = ${NOW_THERE} - 1, at = clock_timestamp(), until = null
  where ${NOW_THERE} >= 1 and coalesce(q.until <= clock_timestamp(), true)
  returning 1`;

const WAIT = `
  select greatest(extract(epoch from q.until - clock_timestamp())::float8, (1 - ${NOW_THERE}) / q.per_second, 0.05) as seconds
  from call_quota q where q.connector_id = $1 and q.operation = $2`;

/**
 * Takes one of the calls that a connection may make of an operation, all copies of the program together; one that
 * comes soon is waited for.
 * @throws Spent when it comes later
 */
export async function takeQuota(sql: Sql, { id, tenantId }: Connector, quota: Quota): Promise<void> {
  const { operation, perSecond, burst } = quota;
  let waited = 0;
  while (!(await sql.one(TAKE, [id, tenantId, operation, perSecond, burst]))) {
    const { seconds } = (await sql.one<{ seconds: number }>(WAIT, [id, operation])) ?? { seconds: 1 };
    if (waited + seconds > LONGEST_WAIT) throw new Spent(Math.ceil(seconds));
    waited += seconds;
    await new Promise((done) => setTimeout(done, seconds * 1000));
  }
}

/**
 * Heeds what an answer says of calls: the rate that the platform grants in place of the default, and that it was asked
 * too often, until when.
 */
export async function heedQuota(
  sql: Sql,
  { id }: Connector,
  { operation }: Quota,
  { status, headers }: Pick<Response, "status" | "headers">,
): Promise<void> {
  const rate = Number(headers.get("x-amzn-ratelimit-limit"));
  const after = Number(headers.get("retry-after"));
  if (!(rate > 0) && status !== 429) return;
  await sql.query(
    `update call_quota set per_second = coalesce($3, per_second), tokens = case when $4 then 0 else tokens end,
       until = coalesce(clock_timestamp() + make_interval(secs => $5), until)
     where connector_id = $1 and operation = $2 and ($4 or per_second is distinct from $3::float8)`,
    [id, operation, rate > 0 ? rate : null, status === 429, status === 429 && after > 0 ? after : null],
  );
}
