import { lockAdvisory } from "../db/advisory";
import { pickRow } from "../db/by-id";
import type { Sql } from "../db/sql";
import { conflict } from "../http/refusal";

interface PhaseAsking {
  sql: Sql;
  tenantId: string;
}

/** Where a tenant stands, and its first day of work: planned in setup, kept when live. */
export interface Phase {
  phase: "setup" | "live";
  goLiveDate: string | null;
}

/** What is said of everything that waits for the first day of work (company.md 1.2). */
export const NOT_LIVE = "系统尚未上线，请在“开始使用”完成上线";

/** Where a tenant stands now. One that has no row works. */
export async function phaseOf({ sql, tenantId }: PhaseAsking): Promise<Phase> {
  const row = await pickRow<{ phase: Phase["phase"]; go_live_date: string | null }>(sql, "sys_tenant", tenantId, [
    "phase",
    "go_live_date",
  ]);
  return { phase: row?.phase ?? "live", goLiveDate: row?.go_live_date ?? null };
}

/**
 * Nobody changes the phase or what it decides about until the transaction ends: who books or undoes
 * openings, types figures, signs, plans the first day or goes live asks here first.
 */
export async function holdPhase(c: PhaseAsking): Promise<Phase> {
  if (c.sql.held) await lockAdvisory(c.sql, "tenantPhase", c.tenantId);
  return phaseOf(c);
}

/**
 * A tenant never goes back, so who finds it at work needs no lock.
 * @throws Refusal 409 {@link NOT_LIVE}
 */
export async function requireLive(c: PhaseAsking): Promise<void> {
  if ((await phaseOf(c)).phase === "setup") throw conflict(NOT_LIVE);
}

/** SQL: this tenant is at work. `tenant`: its expression. */
export const isLiveSql = (tenant: string): string =>
  `not exists (select 1 from sys_tenant phase where phase.id = ${tenant} and phase.phase = 'setup')`;

/** Whether a tenant is still being set up: what comes in then is in force at once and may be taken back. */
export const inSetup = async (sql: Sql, tenantId: string): Promise<boolean> =>
  (await phaseOf({ sql, tenantId })).phase === "setup";
