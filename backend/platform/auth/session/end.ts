import type { BackendConfig } from "#backend/platform/config";
import type { Sql } from "#backend/platform/db/sql";

/** Uses closer together than this, or a tenth of the idle time, are written down once. */
const NOTED_SECONDS = 60;

const before = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** A session goes on while its last use and its start lie after these times. */
export const goesOnAfter = (config: BackendConfig) => ({
  used: before(config.sessionIdleSeconds),
  started: before(config.sessionMaxSeconds),
});

/** A use after this time need not be followed by another one. */
export const notedAfter = (config: BackendConfig) => before(Math.min(NOTED_SECONDS, config.sessionIdleSeconds / 10));

/** Writes down that a session is used, so that every replica knows. */
export const noteUse = (sql: Sql, familyId: string) =>
  sql.query("update sys_token_family set used_time = $2 where id = $1 and used_time < $2", [familyId, new Date()]);
