import { replenishRules, replenishRunRules, replenishSeasonRules } from "../replenish/replenish";
import { fbaDisposalRules } from "./fba/fba-disposal";
import { fbaReturnRules } from "./fba/fba-return";
import { fbaInventoryRules } from "./fba/inventory/fba-inventory";
import { fbaRemovalRules } from "./fba/removal/fba-removal";
import { fbaSaleRules } from "./fba/sale/fba-sale";
import { otherInRules } from "./other/other-in";
import { otherOutRules } from "./other/other-out";
import { wmsSignRules } from "./sign/sign";
import { reservationRules } from "./stock/reservation";
import { stockRules } from "./stock/stock";
import { stockAgeRules, stockTransitRules } from "./stock/views";

const replenishing = [replenishRules, replenishSeasonRules, replenishRunRules];

/** What documents of this module do. */
export const wmsRuleSet = [
  ...replenishing,
  otherInRules,
  otherOutRules,
  stockRules,
  stockAgeRules,
  stockTransitRules,
  reservationRules,
  wmsSignRules,
  fbaReturnRules,
  fbaDisposalRules,
  fbaSaleRules,
  fbaRemovalRules,
  fbaInventoryRules,
];
