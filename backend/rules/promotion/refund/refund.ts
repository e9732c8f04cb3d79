import { evaRefund } from "#documents/promotion/refund";
import { rules } from "../../../documents/written";
import { partyOf } from "../../kol/party";
import { picturesOf } from "../order/pictures";
import { deduct } from "./deduct";

/** 返款单 (market.md 1). */
export const refundRules = rules(evaRefund, {
  async enrichOne(c, row) {
    row.party = await partyOf(c);
    row.pictures = await picturesOf(
      c,
      row.items.flatMap((l) => l.evaluationOrderId ?? []),
    );
  },
  transitions: [deduct],
});
