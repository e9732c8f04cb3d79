import { labelled } from "../kit";
/** What the platform says of an order (Amazon Orders API, OrderStatus). */
export const platformStates = {
  PendingAvailability: { label: "预售", tone: "grey" },
  Pending: { label: "待付款", tone: "grey" },
  Unshipped: { label: "未发货", tone: "orange" },
  PartiallyShipped: { label: "部分发货", tone: "orange" },
  Shipped: { label: "已发货", tone: "green" },
  InvoiceUnconfirmed: { label: "发票未确认", tone: "blue" },
  Canceled: { label: "已取消", tone: "red" },
  Unfulfillable: { label: "无法配送", tone: "red" },
} as const;

/** What the platform calls its kinds of orders (OrderType). */
export const platformOrderTypes = labelled({
  StandardOrder: "普通订单",
  Preorder: "预售订单",
  BackOrder: "缺货订单",
  LongLeadTimeOrder: "长备货期订单",
  SourcingOnDemandOrder: "按需采购订单",
});

/** Who brings an order to its buyer. */
export const fulfillmentChannels = { AFN: { label: "亚马逊配送" }, MFN: { label: "自发货" } } as const;
