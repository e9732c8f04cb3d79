import { stock } from "#documents/wms/stock";
import { stockReservation } from "#documents/wms/stock-reservation";
import { rulesOf } from "../../documents/lifecycle/legacy";
import { otherInRules } from "./other/other-in";
import { otherOutRules } from "./other/other-out";
import { wmsSignRules } from "./sign/sign";
import { reservationRules } from "./stock/reservation";
import { stockRules } from "./stock/stock";

/** What documents of this module do. */
export const wmsRuleSet = [
  otherInRules,
  otherOutRules,
  rulesOf(stock, stockRules),
  rulesOf(stockReservation, reservationRules),
  wmsSignRules,
];
