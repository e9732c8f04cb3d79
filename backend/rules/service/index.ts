import { customerRules } from "./customer/customer";
import { vocRules } from "./voc/voc";

/** What documents of this module do. */
export const serviceRuleSet = [vocRules, customerRules];
