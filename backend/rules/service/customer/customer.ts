import { customer } from "#documents/service/customer";
import { rules } from "../../../documents/written";

/** 客户 (market.md 3). */
export const customerRules = rules(customer, {
  expressions: {
    refundRate:
      "case when t.order_count > 0 then round(t.refund_count * 100.0 / t.order_count, 2) end",
    blacklist: "t.status = 'blacklisted'",
  },
});
