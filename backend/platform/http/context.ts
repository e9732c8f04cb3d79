import type { Sql } from "../db/sql";
import type { Caller } from "./endpoint";

/** What reading and writing work with: a database or one transaction, who acts, whose data. */
export interface Context {
  sql: Sql;
  caller: Caller;
  tenantId: string;
}
