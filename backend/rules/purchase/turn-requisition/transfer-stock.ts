import type { LineOf } from "#documents/kit";
import type { turnRequisition } from "#documents/purchase/turn-requisition";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { sumById } from "../demand/requisition-lines";

type Line = LineOf<typeof turnRequisition, "items">;

const keyOf = ({ fromWarehouseId, skuId }: Line) => `${fromWarehouseId}/${skuId}`;
const moved = (lines: readonly Line[]) => lines.filter((l) => l.turnMode === "transfer");

/**
 * Good stock that no document holds, of the SKUs of lines in transfer mode in their source warehouses;
 * pieces by `{warehouse}/{sku}`. Where there is none, nothing.
 * @param lock end of the select that keeps it, see db/locks.ts
 */
export async function availableOf(
  { sql, tenantId }: RuleContext,
  lines: readonly Line[],
  lock = "",
): Promise<Map<string, number>> {
  const wanted = moved(lines);
  if (!wanted.length) return new Map();
  const rows = await sql.query<{ key: string; n: number }>(
    `select warehouse_id || '/' || sku_id as key, available_qty as n from stock
     where tenant_id = $1
       and (warehouse_id, sku_id) in (select * from unnest($2::bigint[], $3::bigint[]))
     order by warehouse_id, sku_id ${lock}`,
    [tenantId, wanted.map((l) => l.fromWarehouseId), wanted.map((l) => l.skuId)],
  );
  return new Map(rows.map((r) => [r.key, r.n]));
}

/** Fills 可用 of lines in transfer mode: what their source warehouse has now. */
export async function showAvailable(c: RuleContext, lines: readonly Line[]): Promise<void> {
  const available = await availableOf(c, lines);
  for (const line of moved(lines)) line.availableQty = available.get(keyOf(line)) ?? 0;
}

/** Names of the source warehouses of lines, by id. */
export async function warehousesOf(
  { sql }: RuleContext,
  lines: readonly Line[],
): Promise<Map<string, string>> {
  const rows = await sql.query<{ id: string; name: string }>(
    "select id, name from warehouse where id = any($1::bigint[])",
    [moved(lines).map((l) => l.fromWarehouseId)],
  );
  return new Map(rows.map((r) => [r.id, r.name]));
}

/**
 * Lines in transfer mode find enough in their source warehouse.
 * @throws Refusal 409 仓库{w}可用库存{avail}不足
 */
export function requireStock(
  lines: readonly Line[],
  available: ReadonlyMap<string, number>,
  warehouses: ReadonlyMap<string, string>,
): void {
  const wanted = sumById(moved(lines).map((l) => [keyOf(l), l.qty]));
  for (const [key, qty] of wanted) {
    const free = available.get(key) ?? 0;
    const name = warehouses.get(key.replace(/\/.*/, ""));
    if (qty > free) throw conflict(`仓库${name}可用库存${free}不足`);
  }
}
