import type { Context } from "#backend/platform/http/context";
import { operLogJson, operLogSql, writeOperLogs } from "#backend/platform/logs/oper-log";
import type { DocumentType, StateOf } from "#documents/kit";
import { snake } from "../names";

/** Word of a change of state that follows from something else, in the history. */
const DERIVED = "状态更新";

interface LifecycleMove {
  action: string;
  from?: string | null;
  to?: string | null;
  diff?: unknown;
}

type MoveMoved = LifecycleMove & { id: string };

const entryOf = (c: Context, document: DocumentType, { id, action, from, to, diff }: MoveMoved) => ({
  tenantId: c.tenantId,
  bizType: document.of ?? document.name,
  bizId: id,
  action,
  fromState: from,
  toState: to,
  diff,
  operator: c.caller,
});

/** Tells the histories of documents of one kind that their states changed. */
const logMoves = (c: Context, document: DocumentType, moves: readonly MoveMoved[]) =>
  writeOperLogs(
    c.sql,
    moves.map((move) => entryOf(c, document, move)),
  );

/** Tells the history of a document that its state changed. */
export const logMove = (c: Context, document: DocumentType, id: string, change: LifecycleMove) =>
  logMoves(c, document, [{ id, ...change }]);

/**
 * The end of an action: marks the row as changed by the caller and tells its history of it, with the
 * state that it has now unless that is the one it came from. One statement, since others may wait.
 * @returns the version of the row
 */
export async function settle(
  c: Context,
  document: DocumentType,
  id: string,
  move: Omit<LifecycleMove, "to">,
): Promise<number> {
  return (await settleAll(c, document, [{ id, ...move }])).get(id) ?? 0;
}

/** The same of many rows. @returns their versions by the row */
export async function settleAll(
  c: Context,
  document: DocumentType,
  moves: readonly Omit<MoveMoved, "to">[],
): Promise<Map<string, number>> {
  const state = document.status ? snake(document.status.field) : "null::text";
  const rows = await c.sql.query<{ id: string; version: number }>(
    `with settled as (
       update ${document.table} set version = version + 1, update_by = $2, update_time = now()
       where id = any($1::bigint[]) returning id, version, ${state} as state),
     log as (${operLogSql("$3", 'settled where settled.id::text = x."bizId"', 'case when state is distinct from x."fromState" then state end')})
     select id, version from settled`,
    [moves.map((move) => move.id), c.caller.userId, operLogJson(moves.map((move) => entryOf(c, document, move)))],
  );
  return new Map(rows.map((row) => [row.id, row.version]));
}

/**
 * Writes the state of locked rows. Nothing else in the backend does.
 * @param step of the version; 0 where the engine counts the change of the row itself
 * @returns the rows that had another one, with it
 */
export async function writeState(
  c: Context,
  document: DocumentType,
  ids: readonly string[],
  to: string,
  step: 0 | 1 = 1,
): Promise<{ id: string; from: string }[]> {
  const state = snake(document.status?.field ?? "status");
  return c.sql.query<{ id: string; from: string }>(
    `update ${document.table} t set ${state} = $2, version = t.version + $4, update_by = $3,
       update_time = now()
     from (select id, ${state} as was from ${document.table} where id = any($1::bigint[])) o
     where t.id = o.id and o.was is distinct from $2 returning t.id, o.was as "from"`,
    [ids, to, c.caller.userId, step],
  );
}

/**
 * A state that follows from what happened to other documents: written with its history, and only where
 * it is another one. The rows are locked by the caller.
 * @param why word of the history
 */
export async function moveTo<D extends DocumentType>(
  c: Context,
  document: D,
  ids: string | readonly string[],
  to: StateOf<D>,
  why = DERIVED,
): Promise<void> {
  const asked = [ids].flat();
  const place = new Map(asked.map((id, i) => [id, i]));
  const moved = await writeState(c, document, asked, to);
  // The server tells them in any order.
  moved.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  await logMoves(
    c,
    document,
    moved.map(({ id, from }) => ({ id, action: why, from, to })),
  );
}
