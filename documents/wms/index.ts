import { deliveryToSign } from "./delivery-to-sign";
import { otherIn } from "./other-in";
import { otherOut } from "./other-out";
import { stock } from "./stock";
import { stockMove } from "./stock-move";
import { stockReservation } from "./stock-reservation";
import { wmsSign } from "./wms-sign";

/** Declarations of 仓库. */
export const wmsDocuments = [
  deliveryToSign,
  wmsSign,
  stock,
  stockMove,
  stockReservation,
  otherIn,
  otherOut,
] as const;
