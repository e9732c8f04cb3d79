import { platformOrder } from "./platform-order";

/** Declarations of 订单管理. */
export const orderDocuments = [platformOrder] as const;
