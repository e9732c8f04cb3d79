import { field, voidAction } from "../kit";

/** What is done to a declaration after its approval (supply.md 5). */
export const customsActions = {
  regenerate: {
    label: "重新生成明细",
    permission: "edit",
    from: ["draft", "rejected"],
    confirm: "按调拨单现在的数量重新合并，同一商品编号与品名的要素、单价保留。",
  },
  declare: {
    label: "申报",
    next: true,
    permission: "edit",
    from: ["approved"],
    to: "declared",
    input: {
      declarationNo: field.text({
        ...{ label: "报关单号", required: true, requiredMessage: "请填写18位报关单号" },
        pattern: [/^[0-9]{18}$/, "请填写18位报关单号"],
      }),
      declareDate: field.date({ label: "申报日", help: "不填则为今天" }),
    },
  },
  inspect: {
    label: "查验",
    permission: "edit",
    from: ["declared"],
    to: "inspecting",
    input: { inspectNote: field.text({ label: "查验说明", max: 200 }) },
  },
  release: {
    label: "放行",
    next: true,
    permission: "edit",
    from: ["declared", "inspecting"],
    to: "released",
    confirm: "放行后货物可以开船，发货不能再撤销。",
    input: {
      releaseDate: field.date({ label: "放行日", help: "不填则为今天" }),
      releaseScan: field.files({
        ...{ label: "报关单扫描件", required: true, requiredMessage: "请上传报关单扫描件" },
      }),
    },
  },
  finish: {
    label: "结关",
    next: true,
    permission: "edit",
    from: ["released"],
    to: "done",
    confirm: "货物已出境，报关数量与发货数量一致。",
  },
  refund: {
    label: "退税登记",
    permission: "refund",
    from: ["released", "done"],
    input: {
      refundStatus: field.enum({
        ...{ label: "退税", required: true, asked: true },
        options: { filed: { label: "已申报" }, refunded: { label: "已退" } },
      }),
      refundDate: field.date({ label: "日期", help: "不填则为今天", asked: true }),
      refundedAmount: field.money({ label: "实退金额", unit: "CNY", min: 0, help: "已退时必填" }),
    },
  },
  void: {
    ...voidAction(["approved", "declared", "inspecting"]),
    confirm: "作废后不能恢复；已申报的，请先在海关撤单。",
  },
} as const;
