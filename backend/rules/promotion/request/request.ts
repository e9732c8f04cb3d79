import { evaRequest } from "#documents/promotion/request";
import { rules } from "../../../documents/written";
import { approvalTrail } from "../../finance/trail";
import { partyOf } from "../../kol/party";

/** 测评请款单 (market.md 1). */
export const requestRules = rules(evaRequest, {
  async enrichOne(c, row) {
    row.party = await partyOf(c);
    row.trail = await approvalTrail(c, evaRequest.name, row.id);
  },
});
