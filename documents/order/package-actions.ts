import { field, reason, unmaskAddress } from "../kit";

/** What people do with a package (market.md 4). */
export const packageActions = {
  send: {
    label: "下发仓库",
    next: true,
    permission: "send",
    from: ["reserved", "failed"],
    to: "sent",
    confirm: "仓库收到拣货任务，之后只能拦截。",
    batch: true,
  },
  getLabel: {
    label: "获取面单",
    next: true,
    permission: "send",
    from: ["sent"],
    batch: true,
  },
  register: {
    label: "登记运单",
    permission: "send",
    from: ["sent"],
    to: "labelled",
    input: {
      carrierCode: field.text({ label: "承运商", required: true, max: 40, asked: true }),
      trackingNo: field.text({ label: "运单号", required: true, max: 60, asked: true }),
    },
  },
  ship: {
    label: "确认出库",
    next: true,
    permission: "ship",
    from: ["labelled", "sent"],
    to: "shipped",
    confirm: "货物已交给承运商，从库存中扣除。",
    input: {
      actualWeightKg: field.decimal({ label: "实际重量", unit: "kg", scale: 3, min: 0 }),
    },
    batch: true,
  },
  intercept: {
    label: "拦截",
    permission: "cancel",
    from: ["sent", "labelled"],
    danger: true,
    confirm: "货物留在仓库，包裹取消，订单回到待审核。",
    batch: true,
  },
  cancel: {
    label: "取消",
    permission: "cancel",
    from: ["reserved", "failed"],
    to: "cancelled",
    danger: true,
    confirm: "释放库存，订单回到待审核。",
    batch: true,
  },
  deliver: {
    label: "登记妥投",
    permission: "edit",
    from: ["shipped"],
    to: "delivered",
    confirm: "买家已收到包裹。",
    batch: true,
  },
  takeBack: {
    label: "登记退回",
    permission: "edit",
    from: ["shipped", "delivered"],
    to: "returned",
    danger: true,
    confirm: "包裹已退回，货物不会自动入库，请另做其他入库。",
    input: reason("退回原因", "请填写退回原因"),
  },
  unmask: unmaskAddress,
  confirm: {
    label: "重传平台",
    permission: "ship",
    from: ["shipped", "delivered", "returned"],
    batch: true,
  },
} as const;
