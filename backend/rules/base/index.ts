import { connectorRules } from "./connect/connector";
import { jobRules } from "./connect/job";
import { outboxRules } from "./connect/outbox";
import { etlRunRules } from "./etl/run";
import { etlTaskRules } from "./etl/task";
import { exchangeRateRules } from "./exchange-rate";
import { logisticsChannelRules } from "./logistics-channel";
import { mappingRuleSet } from "./mapping/mapping";
import { warehouseRules } from "./warehouse";

/** What documents of this module do. */
export const baseRuleSet = [
  exchangeRateRules,
  logisticsChannelRules,
  warehouseRules,
  connectorRules,
  outboxRules,
  jobRules,
  etlTaskRules,
  etlRunRules,
  ...mappingRuleSet,
];
