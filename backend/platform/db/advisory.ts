import type { PoolClient } from "pg";
import type { Database, Sql } from "./sql";

/**
 * What advisory locks are for. The number seeds the hash of the thing that is locked, so two purposes
 * never wait for each other over the same text; no purpose shares its number, and none is reused.
 */
export const ADVISORY = {
  migration: 1,
  documentTables: 2,
  tree: 3,
  fileContent: 4,
  creditCode: 5,
  sealSample: 6,
  idempotencyKey: 7,
  importRun: 8,
  savedViews: 9,
  lastAdministrator: 10,
  exchangeRate: 11,
  otherOutSource: 12,
  platformSku: 13,
  factMonth: 14,
  demoFacts: 15,
  seed: 16,
  job: 17,
  departmentLead: 18,
  fileSweep: 19,
  unusedFiles: 20,
  exports: 21,
  payee: 22,
  refundSerial: 23,
  shipment: 24,
  removalOrder: 25,
  fbaSaleDay: 26,
  replenishment: 27,
  forwarderBill: 28,
  monthClose: 30,
  freightPeriod: 40,
  monthParts: 41,
  platformOrders: 42,
  salesOfPlatform: 43,
  orderRules: 49,
  connector: 50,
  goodsMappings: 57,
  looks: 58,
  evaluationDay: 62,
  evaluationNumber: 63,
  starHomepage: 70,
  starsOfOwner: 71,
  promoCode: 72,
  sampleTracking: 73,
  feed: 51,
  threadOfOrder: 80,
  inbox: 81,
  workbook: 90,
  tenantPhase: 82,
  platAccount: 92,
  demoReset: 91,
  settlementFile: 94,
  reportFeed: 93,
  adFeed: 97,
  storageFees: 98,
  fbaReturns: 99,
  fbaReimbursements: 100,
  reportTask: 101,
  storeListings: 102,
} as const satisfies Record<string, number>;

export type AdvisoryPurpose = keyof typeof ADVISORY;

/** SQL expression of a lock's key. `of`: SQL expression of the text that names the thing. */
export const advisoryKey = (purpose: AdvisoryPurpose, of = "''"): string =>
  `hashtextextended(${of}, ${ADVISORY[purpose]})`;

/** Waits for the lock and keeps it until the transaction ends. */
export async function lockAdvisory(sql: Pick<Sql, "query">, purpose: AdvisoryPurpose, thing = ""): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(${advisoryKey(purpose, "$1")})`, [thing]);
}

/** Waits for the locks of several things, each in its turn: whoever takes some of the same has the same order. */
export async function lockAllAdvisory(sql: Sql, purpose: AdvisoryPurpose, things: readonly string[]): Promise<void> {
  await sql.query(
    `select pg_advisory_xact_lock(key)
     from (select ${advisoryKey(purpose, "thing")} as key from unnest($1::text[]) thing order by 1 offset 0) k`,
    [things],
  );
}

/** Takes the lock until the transaction ends. @returns false when somebody else holds it */
export async function tryAdvisory(sql: Pick<Sql, "one">, purpose: AdvisoryPurpose, thing = ""): Promise<boolean> {
  const row = await sql.one<{ got: boolean }>(
    `select pg_try_advisory_xact_lock(${advisoryKey(purpose, "$1")}) as got`,
    [thing],
  );
  return row?.got ?? false;
}

/** The same of several things. @returns whether all of them were free */
export async function tryAllAdvisory(sql: Sql, purpose: AdvisoryPurpose, things: readonly string[]): Promise<boolean> {
  const rows = await sql.query<{ got: boolean }>(
    `select pg_try_advisory_xact_lock(${advisoryKey(purpose, "thing")}) as got from unnest($1::text[]) thing`,
    [things],
  );
  return rows.every((row) => row.got);
}

/**
 * Runs `work` while one connection of the pool holds the lock: for work of several transactions.
 * @param pool of the database; the connection goes back when the lock is free
 */
export async function whileLocked<R>(
  db: Pick<Database, "pool">,
  purpose: AdvisoryPurpose,
  work: (client: PoolClient) => Promise<R>,
): Promise<R> {
  const client = await db.pool.connect();
  const key = advisoryKey(purpose);
  try {
    await client.query(`select pg_advisory_lock(${key})`);
    return await work(client);
  } finally {
    await client.query(`select pg_advisory_unlock(${key})`).catch(() => {});
    client.release();
  }
}

/**
 * Runs `work` unless somebody else holds the lock; a connection of the pool holds it meanwhile, so it is
 * free as soon as the process is gone.
 * @returns whether it ran
 */
export async function whileFree(
  db: Pick<Database, "pool">,
  purpose: AdvisoryPurpose,
  thing: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const client = await db.pool.connect();
  const key = advisoryKey(purpose, "$1");
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${key}) as got`, [thing]);
    if (!rows[0]?.got) return false;
    try {
      await work();
    } finally {
      await client.query(`select pg_advisory_unlock(${key})`, [thing]).catch(() => {});
    }
    return true;
  } finally {
    client.release();
  }
}
