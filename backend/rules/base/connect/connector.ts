import { connector } from "#documents/base/connector";
import { addressFault } from "../../../connect/connector";
import { enqueue } from "../../../connect/enqueue";
import { requestFeed } from "../../../connect/feed";
import { UNDER_WAY, windowFault } from "../../../connect/window";
import { rules, transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";

const needed = { marketplace: ["storeId", "请选择店铺"] } as const;

export const connectorRules = rules(connector, {
  async beforeSave(_c, next, before) {
    const { baseUrl, kind, storeId } = { ...before, ...next };
    const fault = baseUrl ? addressFault(baseUrl) : undefined;
    if (fault) throw invalidAt("baseUrl", fault);
    if (kind === "marketplace" && !storeId) throw invalidAt(...needed.marketplace);
  },
  transitions: [
    transition(connector, "sync", {
      guard: ({ row }) =>
        (row.kind !== "marketplace" && "只有销售平台的连接可以同步") ||
        (!row.enabled && "连接已停用"),
      check: (_scene, input) => windowFault(input),
      async effect(c, { row }, { from, to }) {
        if (await requestFeed(c, row.id, { from, to })) throw conflict(UNDER_WAY);
      },
    }),
    transition(connector, "test", {
      guard: ({ row }) => !row.enabled && "连接已停用",
      async effect(c, { row }) {
        const turn = await c.sql.one<{ n: string }>(
          "select count(*) as n from outbox where connector_id = $1 and kind = 'connector.test'",
          [row.id],
        );
        await enqueue(c, {
          ...{ kind: "connector.test", key: `测试 ${row.name} ${Number(turn?.n) + 1}` },
          ...{ connectorId: row.id, document: "connector", id: row.id, no: row.name },
        });
      },
    }),
  ],
});
