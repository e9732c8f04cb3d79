import { rebate } from "#documents/promotion/rebate";
import { rules } from "../../../documents/written";
import { prefill } from "./prefill";
import { gather, takeOrders, workOut } from "./save";
import { deduct, settleReceive } from "./settle";
import { confirm, sendBack, submit, voided } from "./transitions";

const cnyOf = (direction: "pay" | "receive") =>
  `case when t.direction = '${direction}' then coalesce(t.payable_cny, 0) end`;

/** 返利单 (market.md 1). */
export const rebateRules = rules(rebate, {
  expressions: {
    payCny: cnyOf("pay"),
    receiveCny: cnyOf("receive"),
    payMethod: "(select r.pay_method from evaluation_resource r where r.id = t.resource_id)",
  },
  beforeNumber: gather,
  beforeSave: workOut,
  afterSave: takeOrders,
  prefill,
  transitions: [submit, confirm, sendBack, settleReceive, deduct, voided],
});
