import { packageOrder } from "./package-order";
import { platformOrder } from "./platform-order";
import { orderRule } from "./rule/order-rule";

/** Declarations of 订单管理. */
export const orderDocuments = [platformOrder, packageOrder, orderRule] as const;
