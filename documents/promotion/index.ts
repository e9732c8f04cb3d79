import { evaluationApplication } from "./application";
import { evaluation } from "./evaluation";
import { evaluationOrder } from "./order";
import { platformPromotion } from "./platform-promotion";
import { rebate } from "./rebate";
import { evaRefund } from "./refund";
import { evaRequest } from "./request";
import { evaluationResource } from "./resource";

/** Declarations of 推广管理. */
export const promotionDocuments = [
  evaluationResource,
  evaluationApplication,
  evaluation,
  evaluationOrder,
  evaRefund,
  rebate,
  evaRequest,
  platformPromotion,
] as const;
