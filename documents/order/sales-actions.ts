import { field, reason } from "../kit";
import { orderPriorities } from "./sales-words";

/** Orders that no package has left for. */
const open = ["pendingProcess", "held", "exception", "pendingAudit"] as const;

/** What people do with an order (market.md 4). */
export const salesActions = {
  hold: {
    label: "挂起",
    permission: "hold",
    from: ["pendingProcess", "pendingAudit"],
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
    from: open,
    to: "cancelled",
    danger: true,
    confirm: "取消后不能恢复。",
    batch: true,
    input: reason("取消原因", "请填写取消原因"),
  },
} as const;
