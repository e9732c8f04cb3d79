import { dept } from "#documents/admin/dept";
import { dict } from "#documents/admin/dict";
import { menu } from "#documents/admin/menu";
import { param } from "#documents/admin/param";
import { role } from "#documents/admin/role";
import { tenant } from "#documents/admin/tenant";
import { user } from "#documents/admin/user";
import { rulesOf } from "../../documents/lifecycle/legacy";
import { deptRules } from "./dept";
import { dictRules } from "./dict";
import { menuRules } from "./menu";
import { paramRules } from "./param";
import { roleRules } from "./role";
import { tenantRules } from "./tenant";
import { userRules } from "./user";

/** What documents of this module do. */
export const adminRuleSet = [
  rulesOf(dept, deptRules),
  rulesOf(dict, dictRules),
  rulesOf(menu, menuRules),
  rulesOf(param, paramRules),
  rulesOf(role, roleRules),
  rulesOf(tenant, tenantRules),
  rulesOf(user, userRules),
];
