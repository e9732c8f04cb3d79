import { field, reason } from "../kit";
import { verdicts } from "./words";

const told = (label: string) => field.longtext({ label, required: true, max: 2000, asked: true });

/** What people do with a complaint (market.md 3). */
export const vocActions = {
  submit: {
    ...{ label: "提交", next: true, permission: "add", batch: true },
    from: ["draft"],
    to: "pendingAssign",
  },
  assign: {
    ...{ label: "分派", next: true, permission: "assign", batch: true },
    to: "processing",
    from: ["pendingAssign", "processing"],
    input: {
      handlerId: field.ref({ label: "处理人", to: "user", required: true, asked: true }),
      dueDate: field.date({ label: "期限", asked: true, help: "不填则按严重度；安全为24小时内" }),
    },
  },
  resolve: {
    ...{ label: "提交处理结果", next: true, permission: "handle" },
    from: ["processing"],
    to: "pendingVerify",
    input: {
      rootCause: told("原因"),
      action: told("措施"),
      preventAction: field.longtext({ label: "预防", max: 2000, asked: true }),
    },
  },
  verify: {
    ...{ label: "验证", next: true, permission: "approve" },
    from: ["pendingVerify"],
    to: "closed",
    input: {
      verifyResult: field.enum({
        ...{ label: "验证结论", required: true, options: verdicts, asked: true },
      }),
      proof: field.files({ label: "验证证明", max: 9, asked: true, help: "有效必填" }),
      verifyNote: field.text({ label: "说明", max: 500, asked: true, help: "无效必填" }),
    },
  },
  cancel: {
    ...{ label: "取消", permission: "edit", danger: true },
    from: ["draft", "pendingAssign"],
    to: "cancelled",
    input: reason("取消原因", "请填写取消原因"),
  },
  addStandard: {
    ...{ label: "补充质检标准", permission: "product_sku_edit" },
    from: ["closed"],
    input: {
      point: field.text({ label: "质检要点", required: true, min: 5, max: 200, asked: true }),
    },
  },
  refund: {
    ...{ label: "退款", permission: "cs_refund_add" },
    from: ["pendingAssign", "processing", "pendingVerify", "closed"],
    opens: { document: "cs_refund", param: "vocId" },
  },
} as const;
