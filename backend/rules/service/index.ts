import { customerRules } from "./customer/customer";
import { csRefundRules } from "./refund/cs-refund";
import { vocRules } from "./voc/voc";

/** What documents of this module do. */
export const serviceRuleSet = [csRefundRules, vocRules, customerRules];
