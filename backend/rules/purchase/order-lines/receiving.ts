import { isReceiving } from "#documents/base/warehouse";
import type { RuleContext } from "../../../documents/rules";

/** Why purchases cannot come into a warehouse: only a transfer brings goods into those of others. */
export async function notReceiving(
  { sql }: RuleContext,
  warehouseId: string | null | undefined,
): Promise<string | undefined> {
  if (!warehouseId) return undefined;
  const row = await sql.one<{ name: string; kind: string }>(
    "select name, kind from warehouse where id = $1",
    [warehouseId],
  );
  return row && !isReceiving(row.kind)
    ? `${row.name} 不能直接收采购货，请收到自营仓后再调拨`
    : undefined;
}
