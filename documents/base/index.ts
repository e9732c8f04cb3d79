import { company } from "./company";
import { contractTemplate } from "./contract-template";
import { exchangeRate } from "./exchange-rate";
import { group } from "./group";
import { site } from "./site";
import { store } from "./store";
import { warehouse } from "./warehouse";

/** Declarations of 基础资料. */
export const baseDocuments = [
  site,
  store,
  group,
  warehouse,
  company,
  exchangeRate,
  contractTemplate,
] as const;
