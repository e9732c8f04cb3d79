import { z } from "zod";
import { orderRule } from "#documents/order/rule/order-rule";
import { context } from "../../../documents/call";
import { readable } from "../../../documents/reading/readable";
import { type Endpoint, endpoint } from "../../../http/endpoint";
import { missing } from "../../../http/refusal";
import { simulate } from "./run/simulate";

/** `GET /ordermanage/orderrule/simulate`: what the rules would make of orders. */
export const orderRuleEndpoints: Endpoint[] = [
  endpoint({
    tag: "订单规则",
    method: "get",
    path: "/ordermanage/orderrule/simulate",
    title: "试运行",
    permission: "om_orderrule_view",
    query: z.object({
      id: z
        .string()
        .regex(/^\d{0,18}$/)
        .default(""),
      orders: z.string().max(2000).default(""),
    }),
    async handle(call) {
      const c = context(call, call.db);
      const { id, orders } = call.query;
      if (id && !(await readable(c, orderRule, [id])).size) throw missing();
      const rule = id
        ? await c.sql.one<{ id: string; name: string }>(
            "select id, rule_name as name from order_rule where id = $1",
            [id],
          )
        : undefined;
      const numbers = [...new Set(orders.split(/[\s,，、;；]+/).filter(Boolean))];
      return { rule: rule ?? null, rows: await simulate(c, id || null, numbers) };
    },
  }),
];
