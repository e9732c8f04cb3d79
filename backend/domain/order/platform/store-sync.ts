import { connectorFor } from "#backend/engine/connect/connector";
import { requestFeed, UNDER_WAY, windowFault } from "#backend/engine/connect/feed";
import { pick, type RuleContext, rules, transition } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { store as storeType } from "#documents/base/store";
import { storeSync } from "#documents/order/store-sync";

/** The connection that a store is read by, or why there is none. */
export async function readBy(c: RuleContext, storeId: string | null) {
  const store = await pick(c, storeType, storeId, ["state"]);
  if (store?.state !== "enabled") return { reason: "店铺已停用" };
  const connector = await connectorFor(c, { provider: "amazon", storeId: storeId ?? undefined });
  return connector ?? { reason: "店铺没有启用的平台连接，请先在外部连接中新增" };
}

/** SQL: something of the connection that a store is read by. */
const ofConnection = (what: string) => `(select ${what} from connector x
  where x.tenant_id = t.tenant_id and x.store_id = t.id and x.kind = 'marketplace' and x.enabled
    and x.del_flag = 0 order by x.id limit 1)`;

/** SQL: something of the latest turn of a store. */
const ofTurn = (what: string) => `(select ${what} from feed_run f
  where f.store_id = t.id and f.tenant_id = t.tenant_id and f.del_flag = 0 order by f.id desc limit 1)`;

/** 店铺同步: a store is read now, also one that has no orders yet. */
export const storeSyncRules = rules(storeSync, {
  expressions: {
    connection: `coalesce(${ofConnection("x.name")}, '未连接')`,
    syncedTo: ofConnection("x.synced_to"),
    lastRead: ofConnection("x.last_read"),
    lastState: ofTurn("f.status"),
    lastSaid: ofTurn(`coalesce(f.error, case when f.status in ('done', 'partial')
      then '读取' || f.told || '单，新增' || f.fresh || '，更新' || f.changed end)`),
  },
  transitions: [
    transition(storeSync, "sync", {
      lock: async (c, row) => ({
        by: await readBy(c, row.id),
        busy: await c.sql.one(
          `select 1 from feed_run f where f.store_id = $1 and f.tenant_id = $2 and f.del_flag = 0
             and f.status in ('queued', 'running') limit 1`,
          [row.id, c.tenantId],
        ),
      }),
      guard: ({ by, busy }) => ("reason" in by ? by.reason : busy && UNDER_WAY),
      check: (_scene, input) => windowFault(input),
      async effect(c, { by }, { from, to }) {
        if ("id" in by && (await requestFeed(c, by.id, { from, to }))) throw conflict(UNDER_WAY);
      },
    }),
  ],
});
