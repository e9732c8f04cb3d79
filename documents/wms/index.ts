import { deliveryToSign } from "./delivery-to-sign";
import { fbaDisposal } from "./fba/fba-disposal";
import { fbaInventory } from "./fba/fba-inventory";
import { fbaRemoval } from "./fba/fba-removal";
import { fbaReturn } from "./fba/fba-return";
import { fbaSale } from "./fba/fba-sale";
import { otherIn } from "./other-in";
import { otherOut } from "./other-out";
import { replenishBacktest } from "./replenish/backtest";
import { replenish } from "./replenish/replenish";
import { replenishRun } from "./replenish/run";
import { replenishSeason } from "./replenish/season";
import { stock } from "./stock";
import { stockLists } from "./stock/index";
import { stockMove } from "./stock-move";
import { stockReservation } from "./stock-reservation";
import { wmsSign } from "./wms-sign";

/** Declarations of 仓库. */
export const wmsDocuments = [
  deliveryToSign,
  wmsSign,
  stock,
  ...stockLists,
  stockMove,
  stockReservation,
  otherIn,
  otherOut,
  fbaReturn,
  fbaDisposal,
  fbaSale,
  fbaRemoval,
  replenish,
  replenishSeason,
  replenishRun,
  replenishBacktest,
  fbaInventory,
] as const;
