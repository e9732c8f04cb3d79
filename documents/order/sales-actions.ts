import { field, reason, unmaskAddress } from "../kit";
import { mergeRow, splitRow } from "./sales-rows";
import { orderPriorities } from "./sales-words";

/** Orders that no package has left for. */
const open = ["pendingProcess", "held", "exception", "pendingAudit"] as const;
/** Those whose packages may still be arranged by hand. */
const placed = ["pendingProcess", "pendingAudit", "exception"] as const;

/** What people do with an order (market.md 4). */
export const salesActions = {
  runRule: {
    label: "执行规则",
    permission: "rule",
    next: true,
    from: ["pendingProcess", "exception", "pendingAudit"],
    batch: true,
  },
  audit: {
    label: "审核",
    permission: "approve",
    next: true,
    from: ["pendingAudit"],
    to: "audited",
    batch: true,
  },
  unaudit: {
    label: "反审核",
    permission: "approve",
    from: ["audited"],
    to: "pendingAudit",
    confirm: "释放已锁定的库存，包裹回到草稿。",
    batch: true,
  },
  setWarehouse: {
    label: "改仓库",
    permission: "edit",
    from: placed,
    batch: true,
    input: {
      warehouseId: field.ref({ label: "仓库", to: "warehouse", required: true, asked: true }),
    },
  },
  setLogistics: {
    label: "改物流",
    permission: "edit",
    from: placed,
    batch: true,
    input: {
      logisticsChannelId: field.ref({
        ...{ label: "物流渠道", to: "logistics_channel", required: true, asked: true },
      }),
    },
  },
  split: {
    label: "拆单",
    permission: "edit",
    from: ["pendingAudit"],
    lines: {
      rows: {
        label: "每个包裹的数量",
        table: "sales_order_split",
        sourced: "whole",
        fields: splitRow,
      },
    },
  },
  merge: {
    label: "合单",
    permission: "edit",
    from: ["pendingAudit"],
    lines: {
      rows: {
        label: "收件信息、仓库、物流相同的订单",
        table: "sales_order_merge",
        sourced: "whole",
        fields: mergeRow,
      },
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
  release: {
    label: "解挂",
    permission: "hold",
    from: ["held"],
    to: "pendingProcess",
    next: true,
    batch: true,
  },
  mark: {
    label: "打标",
    permission: "edit",
    from: open,
    batch: true,
    input: {
      priority: field.enum({ label: "优先级", options: orderPriorities }),
      tags: field.texts({ label: "标签", max: 20, help: "每行一个，最多10个；不填则不变" }),
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
