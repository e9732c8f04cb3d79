/** States of an order on its way to the buyer (market.md 4). */
export const salesStates = {
  pendingProcess: { label: "待处理", tone: "orange" },
  held: { label: "已挂起", tone: "grey" },
  exception: { label: "异常", tone: "red" },
  pendingAudit: { label: "待审核", tone: "orange" },
  audited: { label: "已审核", tone: "blue" },
  partShipped: { label: "部分发货", tone: "blue" },
  shipped: { label: "已发货", tone: "green" },
  completed: { label: "已完成", tone: "green" },
  cancelled: { label: "已取消", tone: "grey" },
} as const;

/** Where an order comes from. */
export const orderSources = {
  platform: { label: "平台" },
  manual: { label: "手工" },
  reship: { label: "补发" },
  sample: { label: "样品" },
} as const;

/** What keeps an order from going on. */
export const orderExceptions = {
  NO_RULE_WAREHOUSE: { label: "无仓库规则", tone: "red" },
  OUT_OF_STOCK: { label: "缺货", tone: "red" },
  NO_CHANNEL: { label: "无物流", tone: "red" },
  ADDRESS: { label: "地址异常", tone: "red" },
  UNPAIRED: { label: "未配对", tone: "red" },
  OVERWEIGHT: { label: "超限", tone: "red" },
  SYNC: { label: "平台变更", tone: "red" },
} as const;

export type OrderException = keyof typeof orderExceptions;

export const orderPriorities = {
  normal: { label: "普通" },
  high: { label: "优先", tone: "orange" },
  urgent: { label: "紧急", tone: "red" },
} as const;
