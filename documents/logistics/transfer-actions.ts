import { field, reason, voidAction } from "../kit";
import { movedRow, packRow } from "./transfer-lines";

/** Who carries the goods, as it is known when they leave. */
const carried = () => ({
  carrier: field.text({ label: "承运", max: 50 }),
  trackingNo: field.text({ label: "跟踪号", max: 60 }),
  expectArriveDate: field.date({ label: "预计到达" }),
});

/** Pieces are counted by hand or by the codes of their SKUs. */
const moved = { by: "lineId", of: ["goodQty", "badQty"], left: "leftQty", scans: "skuId" } as const;

/** What is done to a transfer after its approval (supply.md 5). */
export const transferActions = {
  pack: {
    label: "装箱",
    next: true,
    permission: "pack",
    from: ["approved"],
    to: "packed",
    lines: {
      boxes: {
        label: "箱",
        table: "transfer_pack",
        max: 500,
        fields: packRow,
      },
    },
  },
  direct: {
    label: "直接调拨",
    permission: "ship",
    from: ["approved"],
    to: "done",
    confirm: "同城两仓：发货与收货一次完成。",
  },
  toCabinet: {
    label: "加入组柜",
    permission: "logistics_cabinet_add",
    from: ["packed"],
    batch: true,
    opens: { document: "cabinet_combination", param: "transferIds" },
  },
  toCustoms: {
    label: "生成报关单",
    permission: "logistics_customs_add",
    from: ["packed", "shipped"],
    opens: { document: "customs_declaration", param: "transferId" },
  },
  ship: {
    label: "确认发货",
    next: true,
    permission: "ship",
    from: ["approved", "packed"],
    to: "shipped",
    confirm: "货物离开调出仓，进入调拨在途；少发的数量释放锁定。",
    input: carried(),
    lines: {
      items: {
        label: "发货明细",
        table: "transfer_line",
        sourced: "whole",
        tally: moved,
        fields: movedRow("发"),
      },
    },
  },
  receive: {
    label: "收货",
    next: true,
    permission: "receive",
    from: ["shipped", "partReceived"],
    lines: {
      items: {
        label: "收货明细",
        table: "transfer_line",
        sourced: "whole",
        tally: moved,
        fields: movedRow("收"),
      },
    },
  },
  setFee: {
    label: "录入实际费用",
    permission: "fee",
    from: ["shipped", "partReceived", "done", "closed"],
    input: {
      feeCurrency: field.dict({ label: "费用币种", type: "currency", required: true }),
      actualFreight: field.money({
        ...{ label: "实际运费", required: true, min: 0, currency: "feeCurrency" },
      }),
      otherFee: field.money({ label: "其他费", min: 0, currency: "feeCurrency" }),
    },
  },
  toQuote: {
    label: "运费试算",
    permission: "logistics_freight_view",
    from: ["packed", "shipped", "partReceived", "done", "closed"],
    opens: { document: "freight_template", path: "/logistics/freight/quote", param: "transferId" },
  },
  close: {
    label: "差异关闭",
    permission: "close",
    from: ["shipped", "partReceived"],
    to: "closed",
    danger: true,
    confirm: "未收到的数量计为差异，从在途中扣除，关闭后不能恢复。",
    input: reason("关闭原因", "请填写关闭原因"),
  },
  reverse: {
    label: "撤销发货",
    permission: "reverse",
    from: ["shipped"],
    danger: true,
    confirm: "货物回到调出仓并重新锁定。",
    input: reason("撤销原因", "请填写撤销原因"),
  },
  void: voidAction(["approved", "packed"]),
} as const;
