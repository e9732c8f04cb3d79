import { allOrderRules } from "./all-order/all-order";
import { customerRules } from "./customer/customer";
import { threadRules } from "./message/thread";
import { csRefundRules } from "./refund/cs-refund";
import { vocRules } from "./voc/voc";

/** What documents of this module do. */
export const serviceRuleSet = [allOrderRules, threadRules, csRefundRules, vocRules, customerRules];
