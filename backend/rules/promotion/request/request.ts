import { evaRequest } from "#documents/promotion/request";
import { rules } from "../../../documents/written";

/** 测评请款单 (market.md 1). */
export const requestRules = rules(evaRequest, {});
