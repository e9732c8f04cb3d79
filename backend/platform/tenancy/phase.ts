import type { Sql } from "../db/sql";
import { kindOf } from "./kind";

/**
 * Whether a tenant is still being set up (company.md 1.2): what comes in then is in force at once and may
 * be taken back. A company's first day has no end yet; a demonstration is at work from its first day.
 */
export async function inSetup(sql: Sql, _tenantId: string): Promise<boolean> {
  return (await kindOf(sql)) === "company";
}
