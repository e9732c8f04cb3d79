import { field } from "../../kit";

/** From the draft of a statement to the supplier's stamp. */
export const statementActions = {
  refresh: {
    label: "重新取数",
    permission: "edit",
    from: ["draft"],
    confirm: "按现在的应付流水重做明细。",
  },
  send: {
    label: "发出",
    next: true,
    permission: "submit",
    from: ["draft"],
    to: "sent",
    confirm: "按现在的应付流水定稿，发出后明细不再变动。",
  },
  recall: {
    label: "撤回",
    permission: "submit",
    from: ["sent"],
    to: "draft",
    confirm: "撤回后回到草稿，可以重新取数。",
  },
  confirm: {
    label: "登记确认",
    next: true,
    permission: "confirm",
    from: ["sent"],
    to: "confirmed",
    input: {
      confirmDate: field.date({ label: "确认日期", required: true }),
      supplierAmount: field.money({
        label: "对方余额",
        currency: "currency",
        asked: true,
        help: "不填则与我方期末余额相同",
      }),
      differenceNote: field.longtext({ label: "差异说明", max: 500, help: "有差异时必填" }),
      signedFiles: field.files({
        label: "盖章对账单",
        max: 9,
        required: true,
        requiredMessage: "请上传供应商盖章的对账单",
      }),
    },
  },
} as const;
