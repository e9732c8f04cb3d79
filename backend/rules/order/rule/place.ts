import type { RowOf } from "#documents/kit";
import { orderRule } from "#documents/order/rule/order-rule";
import { lockAdvisory } from "../../../db/advisory";
import { keep } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";

/** All rules of a stage, in the order of their ids: their places change together. */
const lockStage = async ({ sql, tenantId }: RuleContext, id: string) => {
  await sql.query(
    `select t.id from order_rule t where t.tenant_id = $2 and t.del_flag = 0
       and t.stage = (select stage from order_rule where id = $1)
     order by t.id ${keep(sql, "order_rule", "change", "t")}`,
    [id, tenantId],
  );
};

/** Rules of the stage as they run. */
const running = ({ sql, tenantId }: RuleContext, { stage }: RowOf<typeof orderRule>) =>
  sql.query<{ id: string; priority: number }>(
    `select id, priority from order_rule where tenant_id = $1 and del_flag = 0 and stage = $2
     order by priority, id`,
    [tenantId, stage],
  );

/** Changes places with the neighbour and numbers the stage 10, 20, 30 … anew (market.md 4, sort). */
const moving = (action: "raise" | "lower", by: -1 | 1) =>
  transition(orderRule, action, {
    lockFirst: lockStage,
    lock: async (c, row) => ({ ids: (await running(c, row)).map((r) => r.id) }),
    guard: ({ row, ids }) =>
      ids[ids.indexOf(row.id) + by] === undefined &&
      (by < 0 ? "已是本阶段第一条" : "已是本阶段最后一条"),
    async effect(c, { row }) {
      // Who saves a rule asks under this lock whether its priority is free, and may have come before.
      await lockAdvisory(c.sql, "orderRules", c.tenantId);
      const ids = (await running(c, row)).map((r) => r.id);
      const at = ids.indexOf(row.id);
      ids.splice(at, 1);
      ids.splice(Math.max(at + by, 0), 0, row.id);
      await c.sql.query(
        `update order_rule t set priority = x.n * 10 from unnest($1::bigint[]) with ordinality x(id, n)
         where t.id = x.id and t.priority <> x.n * 10`,
        [ids],
      );
    },
  });

export const places = [moving("raise", -1), moving("lower", 1)];
