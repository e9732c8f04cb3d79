import { defineDocument, field, reason, skuLine, unmaskAddress } from "../kit";
import { orderPriorities, salesFields, salesStates } from "./sales-fields";
import { mergeRow, salesSends, splitRow } from "./sales-rows";

/** Orders that no package has left for. */
const open = ["pendingProcess", "held", "exception", "pendingAudit"] as const;
/** Those whose packages may still be arranged by hand. */
const placed = ["pendingProcess", "pendingAudit", "exception"] as const;

/** What people do with an order (market.md 4). */
const salesActions = {
  audit: {
    label: "审核",
    permission: "approve",
    next: true,
    from: ["pendingAudit"],
    to: "audited",
    undo: "unaudit",
    batch: true,
  },
  runRule: {
    label: "执行规则",
    permission: "rule",
    next: true,
    from: ["pendingProcess", "exception", "pendingAudit"],
    batch: true,
  },
  unaudit: {
    label: "反审核",
    permission: "approve",
    from: ["audited"],
    to: "pendingAudit",
    undo: "audit",
    confirm: "释放已锁定的库存，包裹回到草稿。",
    batch: true,
  },
  setWarehouse: {
    label: "改仓库",
    permission: "edit",
    from: placed,
    batch: true,
    input: { warehouseId: field.ref("仓库", { to: "warehouse", required: true, asked: true }) },
  },
  setLogistics: {
    label: "改物流",
    permission: "edit",
    from: placed,
    batch: true,
    input: { logisticsChannelId: field.ref("物流渠道", { to: "logistics_channel", required: true, asked: true }) },
  },
  split: {
    label: "拆单",
    permission: "edit",
    from: ["pendingAudit"],
    lines: { rows: { label: "每个包裹的数量", table: "sales_order_split", sourced: "whole", fields: splitRow } },
  },
  merge: {
    label: "合单",
    permission: "edit",
    from: ["pendingAudit"],
    lines: {
      rows: { label: "收件信息、仓库、物流相同的订单", table: "sales_order_merge", sourced: "whole", fields: mergeRow },
    },
  },
  hold: {
    label: "挂起",
    permission: "hold",
    from: ["pendingProcess", "exception", "pendingAudit", "audited"],
    to: "held",
    batch: true,
    input: reason("挂起原因", "请填写挂起原因"),
  },
  release: { label: "解挂", permission: "hold", from: ["held"], to: "pendingProcess", next: true, batch: true },
  mark: {
    label: "打标",
    permission: "edit",
    from: open,
    batch: true,
    input: {
      priority: field.enum("优先级", { options: orderPriorities }),
      tags: field.texts("标签", { max: 20, help: "每行一个，最多10个；不填则不变" }),
    },
  },
  cancel: {
    label: "取消",
    permission: "cancel",
    from: [...open, "audited"],
    to: "cancelled",
    danger: true,
    confirm: "包裹一并取消，锁定的库存释放，取消后不能恢复。",
    batch: true,
    input: reason("取消原因", "请填写取消原因"),
  },
  unmask: unmaskAddress,
} as const;

const amount = (label: string) => field.money(label, { computed: true, currency: "currency", sum: true });
const pieces = (label: string) => field.int(label, { computed: true, default: 0, sum: true });

/** What the buyer ordered, with its money; a combination is one line. */
const salesItem = {
  ...skuLine(),
  platformLineNo: field.text("平台行号", { computed: true, max: 40, whenFilled: true }),
  qty: field.int("数量", { required: true, min: 1, default: 1, sum: true }),
  unitPrice: field.decimal("单价", { min: 0, default: "0", currency: "currency" }),
  itemAmount: amount("金额"),
  shippingAmount: amount("运费"),
  promo: amount("优惠"),
  tax: amount("税"),
};

/** What is packed: the line itself, or each part of a combination. Packages and stock count these. */
const salesLine = {
  itemId: field.line("订单明细", { table: "sales_order_item", computed: true, hidden: true }),
  skuId: field.ref("SKU", { to: "sku", computed: true }),
  skuName: field.text("品名", { computed: true, max: 200 }),
  perSet: field.int("每套数量", { computed: true, default: 1 }),
  qty: pieces("数量"),
  attributes: field.texts("属性", { computed: true, whenFilled: true }),
  allocatedQty: pieces("已分配"),
  shippedQty: pieces("已发"),
};

const page = "/ordermanage/openTag/index/{id}";
/** Before it is audited it may be sent elsewhere. */
const OPEN = ["pendingProcess", "held", "exception", "pendingAudit"] as const;

/** 订单 (market.md 4): what is handled of one order that we ship ourselves. */
export const salesOrder = defineDocument({
  name: "sales_order",
  label: "订单",
  module: "order",
  api: "/ordermanage/order",
  permission: "om_order",
  calls: { sends: salesSends },
  number: "SO",
  many: true,
  can: { del: false },
  keyword: ["no", "platformOrderNo", "skuQtys"],
  lookup: { finds: ["no", "platformOrderNo"], foundBy: ["storeId"] },
  exports: { lines: "items" },
  list: {
    tabs: true,
    sort: [
      { by: "latestShipTime", desc: true },
      { by: "id", desc: true },
    ],
    waiting: { states: [...open, "audited", "partShipped"], sort: [{ by: "latestShipTime" }, { by: "id" }] },
  },
  status: { field: "status", initial: "pendingProcess", editable: OPEN, values: salesStates },
  openFields: Object.fromEntries(
    OPEN.filter((state) => state !== "pendingProcess").map((state) => [
      state,
      { fields: ["receiver", "remark"], note: "审核前可修改收件信息，其他内容以待处理时为准" },
    ]),
  ),
  glance: {
    figures: [{ field: "totalAmount" }, { field: "estProfit" }, { field: "remainHours" }],
    brief: { amount: "totalAmount", date: "latestShipTime" },
    queues: [
      {
        label: "待审核订单",
        where: { status: "pendingAudit" },
        about: "skuQtys",
        permission: "approve",
        due: "latestShipTime",
      },
      {
        label: "异常订单",
        where: { status: "exception" },
        about: "skuQtys",
        permission: "edit",
        due: "latestShipTime",
      },
    ],
  },
  fields: salesFields,
  lines: {
    items: {
      label: "订单明细",
      table: "sales_order_item",
      max: 500,
      required: "请至少添加一条明细",
      fields: salesItem,
    },
    parts: { label: "发货明细", table: "sales_order_line", max: 2000, computed: true, fields: salesLine },
  },
  actions: salesActions,
  screens: {
    list: "/ordermanage/index",
    create: page.replace("{id}", "0"),
    edit: page,
    detail: "/ordermanage/openTag/detail",
    titles: { list: "订单列表" },
    prints: {
      picking: {
        path: "/ordermanage/picking",
        label: "打印拣货单",
        title: "拣货单",
        log: true,
        from: ["audited", "partShipped"],
      },
      invoice: {
        path: "/ordermanage/invoice",
        label: "打印发票",
        title: "发票",
        log: true,
        from: ["audited", "partShipped", "shipped", "completed"],
      },
    },
  },
});
