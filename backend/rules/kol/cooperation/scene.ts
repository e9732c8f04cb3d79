import type { RowOf, StateOf } from "#documents/kit";
import { cooperation } from "#documents/kol/cooperation";
import { lockIds } from "../../../db/locks";
import { readWhole } from "../../../documents/reading/row";
import type { RuleContext } from "../../../documents/rules";
import { conflict, missing } from "../../../http/refusal";

export type Cooperation = RowOf<typeof cooperation>;

/** States in which samples and fees are asked for. */
const RUNNING: readonly StateOf<typeof cooperation>[] = ["approved", "published"];

/** Locks cooperations and their stars: what is written when a sample or a fee moves. */
export async function lockCooperations(c: RuleContext, ids: Iterable<string>): Promise<void> {
  const wanted = [...new Set(ids)];
  await lockIds(c.sql, "cooperation", wanted);
  const stars = await c.sql.query<{ id: string }>(
    "select distinct star_id as id from cooperation where id = any($1::bigint[])",
    [wanted],
  );
  await lockIds(
    c.sql,
    "star",
    stars.map(({ id }) => id),
  );
}

/** The same for the cooperations that samples or fees belong to. */
export async function lockAround(
  c: RuleContext,
  table: "deliver" | "ads_fee",
  ids: readonly string[],
): Promise<void> {
  const rows = await c.sql.query<{ id: string }>(
    `select distinct cooperation_id as id from ${table} where id = any($1::bigint[])`,
    [ids],
  );
  await lockCooperations(
    c,
    rows.map(({ id }) => id),
  );
}

/** A cooperation with its lines, locked with its star. @throws Refusal 404 */
export async function cooperationOf(c: RuleContext, id: string | null | undefined) {
  if (!id) throw missing();
  await lockCooperations(c, [id]);
  return readWhole(c, cooperation, id, { anyScope: true });
}

/** @throws Refusal 409 合作未审核通过 */
export function requireRunning({ status }: Pick<Cooperation, "status">): void {
  if (!RUNNING.includes(status)) throw conflict("合作未审核通过");
}
