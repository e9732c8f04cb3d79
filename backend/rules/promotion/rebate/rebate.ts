import { rebate } from "#documents/promotion/rebate";
import { rules } from "../../../documents/written";

const cnyOf = (direction: "pay" | "receive") =>
  `case when t.direction = '${direction}' then coalesce(t.payable_cny, 0) end`;

/** 返利单 (market.md 1). */
export const rebateRules = rules(rebate, {
  expressions: {
    payCny: cnyOf("pay"),
    receiveCny: cnyOf("receive"),
    payMethod: "(select r.pay_method from evaluation_resource r where r.id = t.resource_id)",
  },
});
