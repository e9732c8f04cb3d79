import { connectorFor } from "../../../connect/connector";
import type { RuleContext } from "../../../documents/rules";

/** The connection that a store is read by, or why there is none. */
export async function readBy(c: RuleContext, storeId: string | null) {
  const store = await c.sql.one<{ state: string }>("select state from store where id = $1", [
    storeId,
  ]);
  if (store?.state !== "enabled") return { reason: "店铺已停用" };
  const connector = await connectorFor(c, {
    ...{ provider: "amazon", storeId: storeId ?? undefined },
  });
  return connector ?? { reason: "店铺没有启用的平台连接，请先在外部连接中新增" };
}
