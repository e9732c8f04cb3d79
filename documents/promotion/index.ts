import { evaluationApplication } from "./application";
import { evaluation } from "./evaluation";
import { evaluationOrder } from "./order";
import { platformPromotion } from "./platform-promotion";
import { rebate } from "./rebate";
import { evaluationResource } from "./resource";

/** Declarations of 推广管理. */
export const promotionDocuments = [
  evaluationResource,
  evaluationApplication,
  evaluation,
  evaluationOrder,
  rebate,
  platformPromotion,
] as const;
