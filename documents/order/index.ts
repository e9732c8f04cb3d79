import { packageOrder } from "./package-order";
import { platformOrder } from "./platform-order";

/** Declarations of 订单管理. */
export const orderDocuments = [platformOrder, packageOrder] as const;
