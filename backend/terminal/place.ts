import { warehouse } from "#documents/base/warehouse";
import { jobOf, type TerminalKind } from "#documents/wms/terminal/words";
import { visible } from "../documents/reading/where";
import type { Caller } from "../http/caller";
import type { Context } from "../http/context";
import { forbidden, missing } from "../http/refusal";

export interface Place {
  id: string;
  name: string;
  code: string;
}

/** Warehouses in which the caller may work, by code. */
export function placesOf({ sql, caller }: Context): Promise<Place[]> {
  const where = visible(warehouse, caller).and("t.enabled").and("t.kind <> ?", "fba");
  return sql.query<Place>(
    `select t.id, t.name, t.code from warehouse t where ${where} order by t.code`,
    where.values,
  );
}

/** @throws Refusal 404 for a warehouse in which the caller does not work */
export async function placeOf({ sql, caller }: Context, id: string): Promise<Place> {
  const where = visible(warehouse, caller).and("t.enabled").and("t.id = ?", id);
  const place = await sql.one<Place>(
    `select t.id, t.name, t.code from warehouse t where ${where}`,
    where.values,
  );
  if (!place) throw missing("仓库不存在或不由您负责，请重新选择仓库");
  return place;
}

/** @throws Refusal 403 */
export function requireKind({ permissions }: Caller, kind: TerminalKind): void {
  if (!permissions.has(jobOf(kind).permission)) throw forbidden();
}
