import { logisticsBillRules } from "./bill/bill";
import { cabinetRules } from "./cabinet/cabinet";
import { fbaClaimRules } from "./claim/claim";
import { customsRules } from "./customs/customs";
import { freightTemplateRules } from "./freight/template";
import { fbaInboundRules } from "./inbound/inbound";
import { transferRules } from "./transfer/transfer";

/** What documents of this module do. */
export const logisticsRuleSet = [
  transferRules,
  freightTemplateRules,
  logisticsBillRules,
  customsRules,
  cabinetRules,
  fbaClaimRules,
  fbaInboundRules,
];
