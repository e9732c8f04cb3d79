import type { RuleContext, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { sumById } from "../demand/requisition-lines";

/**
 * Good stock of SKUs in a warehouse that no document holds, in pieces. `locked`: it stays as it is
 * until the transaction ends.
 */
export async function availableStock(
  { sql, tenantId }: RuleContext,
  warehouseId: string,
  skuIds: string[],
  locked = false,
): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; n: number }>(
    `select sku_id as id, available_qty as n from stock
     where tenant_id = $1 and warehouse_id = $2 and sku_id = any($3::bigint[])
     order by sku_id ${locked ? "for no key update" : ""}`,
    [tenantId, warehouseId, skuIds],
  );
  return new Map([
    ...skuIds.map((id) => [id, 0] as const),
    ...rows.map((r) => [r.id, r.n] as const),
  ]);
}

/** Fills 可用 of lines in transfer mode: what their source warehouse has now. */
export async function showAvailable(c: RuleContext, lines: readonly Values[]) {
  for (const line of lines.filter((l) => l.turnMode === "transfer")) {
    const id = String(line.skuId);
    const stock = await availableStock(c, String(line.fromWarehouseId), [id]);
    line.availableQty = stock.get(id) ?? 0;
  }
}

/**
 * Lines in transfer mode find enough in their source warehouse.
 * @throws Refusal 409 仓库{w}可用库存{avail}不足
 */
export async function requireStock(c: RuleContext, lines: readonly Values[]) {
  const moved = lines.filter((l) => l.turnMode === "transfer");
  for (const id of [...new Set(moved.map((l) => String(l.fromWarehouseId)))].sort(byId)) {
    const wanted = sumById(
      moved
        .filter((l) => String(l.fromWarehouseId) === id)
        .map((l) => [l.skuId, Number(l.qty)] as const),
    );
    const stock = await availableStock(c, id, [...wanted.keys()], true);
    for (const [skuId, qty] of wanted) {
      const available = stock.get(skuId) ?? 0;
      if (qty <= available) continue;
      const w = await c.sql.one<{ name: string }>("select name from warehouse where id = $1", [id]);
      throw conflict(`仓库${w?.name}可用库存${available}不足`);
    }
  }
}

const byId = (a: string, b: string) => Number(a) - Number(b);
