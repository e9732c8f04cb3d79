import type { Rules } from "../documents/rules";
import { deptRules } from "./dept";
import { dictRules } from "./dict";
import { exchangeRateRules } from "./exchange-rate";
import { menuRules } from "./menu";
import { paramRules } from "./param";
import { requisitionRules } from "./requisition";
import { roleRules } from "./role";
import { tenantRules } from "./tenant";
import { userRules } from "./user";

/** Rule file of each document that does more than store itself, by document name. */
export const rules: Record<string, Rules> = {
  dept: deptRules,
  dict: dictRules,
  exchange_rate: exchangeRateRules,
  menu: menuRules,
  param: paramRules,
  purchase_requisition: requisitionRules,
  role: roleRules,
  tenant: tenantRules,
  user: userRules,
};
