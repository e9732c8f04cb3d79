import type { RuleContext, Values } from "../documents/rules";
import { conflict } from "../http/refusal";
import { sumById } from "./purchase/requisition-lines";

/**
 * Good stock of SKUs in a warehouse that nobody reserved, in pieces. There is no stock before the
 * warehouse documents: everything is 0.
 */
export const availableStock = async (
  _c: RuleContext,
  _warehouseId: string,
  skuIds: string[],
): Promise<Map<string, number>> => new Map(skuIds.map((id) => [id, 0]));

/**
 * Lines in transfer mode find enough in their source warehouse.
 * @throws Refusal 409 仓库{w}可用库存{avail}不足
 */
export async function demandStock(c: RuleContext, lines: readonly Values[]) {
  const moved = lines.filter((l) => l.turnMode === "transfer");
  for (const id of [...new Set(moved.map((l) => String(l.fromWarehouseId)))].sort()) {
    const own = moved.filter((l) => String(l.fromWarehouseId) === id);
    const stock = await availableStock(
      c,
      id,
      own.map((l) => String(l.skuId)),
    );
    for (const [skuId, qty] of sumById(own.map((l) => [l.skuId, Number(l.qty)] as const))) {
      const available = stock.get(skuId) ?? 0;
      if (qty <= available) continue;
      const w = await c.sql.one<{ name: string }>("select name from warehouse where id = $1", [id]);
      throw conflict(`仓库${w?.name}可用库存${available}不足`);
    }
  }
}
