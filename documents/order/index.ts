import { packageOrder } from "./package-order";
import { platformOrder } from "./platform-order";
import { orderRule } from "./rule/order-rule";
import { salesOrder } from "./sales-order";
import { storeSync } from "./store-sync";

/** Declarations of 订单管理. */
export const orderDocuments = [platformOrder, storeSync, salesOrder, packageOrder, orderRule] as const;
