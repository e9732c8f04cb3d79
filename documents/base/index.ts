import { company } from "./company";
import { feed } from "./connect/feed";
import { job } from "./connect/job";
import { outbox } from "./connect/outbox";
import { unmapped } from "./connect/unmapped";
import { connector } from "./connector";
import { contractTemplate } from "./contract-template";
import { etlRun } from "./etl/run";
import { etlTask } from "./etl/task";
import { exchangeRate } from "./exchange-rate";
import { group } from "./group";
import { logisticsChannel } from "./logistics-channel";
import { goodsMappings } from "./mapping";
import { externalApp } from "./mapping/external-app";
import { site } from "./site";
import { store } from "./store";
import { warehouse } from "./warehouse";

/** Declarations of 基础资料. */
export const baseDocuments = [
  site,
  store,
  group,
  warehouse,
  logisticsChannel,
  company,
  exchangeRate,
  externalApp,
  ...goodsMappings,
  contractTemplate,
  connector,
  outbox,
  feed,
  unmapped,
  job,
  etlTask,
  etlRun,
] as const;
