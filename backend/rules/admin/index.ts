import { deptRules } from "./dept";
import { dictRules } from "./dict";
import { menuRules } from "./menu";
import { paramRules } from "./param";
import { roleRules } from "./role";
import { tenantRules } from "./tenant";
import { userRules } from "./user";

/** What documents of this module do. */
export const adminRuleSet = [
  deptRules,
  dictRules,
  menuRules,
  paramRules,
  roleRules,
  tenantRules,
  userRules,
];
