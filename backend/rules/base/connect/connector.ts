import { connector } from "#documents/base/connector";
import { addressFault } from "../../../connect/connector";
import { enqueue } from "../../../connect/enqueue";
import { requestFeed } from "../../../connect/feed";
import { rules, transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";

const needed = { marketplace: ["storeId", "请选择店铺"] } as const;

const MOST_DAYS = 30;
const DAY_MS = 86_400_000;
const timeOf = (wire: string) => Date.parse(`${wire.replace(" ", "T")}+08:00`);
const windowDays = (from: string, to: string | null | undefined) =>
  ((to ? timeOf(to) : Date.now()) - timeOf(from)) / DAY_MS;

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
      check: (_scene, { from, to }) =>
        (!from && to && "请填写更新自") ||
        (from && windowDays(from, to) < 0 && "更新至须晚于更新自") ||
        (from && windowDays(from, to) > MOST_DAYS && `同步区间不能超过${MOST_DAYS}天`),
      async effect(c, { row }, { from, to }) {
        if (await requestFeed(c, row.id, { from, to })) throw conflict("同步任务进行中，请稍后");
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
