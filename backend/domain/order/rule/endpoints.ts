import { z } from "zod";
import { pickAs } from "#backend/engine/documents";
import { context } from "#backend/engine/documents/call";
import { readable } from "#backend/engine/documents/reading/readable";
import { type Endpoint, endpoint, missing } from "#backend/platform/http";
import { orderRule } from "#documents/order/rule/order-rule";
import { simulate } from "./run/simulate";

/** `GET /ordermanage/orderrule/simulate`: what the rules would make of orders. */
export const orderRuleEndpoints: Endpoint[] = [
  endpoint({
    tag: "订单规则",
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
      const rule = id ? await pickAs(c, orderRule, id, { id: "id", name: "ruleName" }) : undefined;
      const numbers = [...new Set(orders.split(/[\s,，、;；]+/).filter(Boolean))];
      return { rule: rule ?? null, rows: await simulate(c, id || null, numbers) };
    },
  }),
];
