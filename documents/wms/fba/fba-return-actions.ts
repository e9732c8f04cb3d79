import { field, reason } from "../../kit";
import { askOrderId, dispositions } from "./fields";

const count = (label: string) => field.int({ label, min: 0, default: 0 });

/** A line of the document, and what it is about. */
const ofLine = (left: string) => ({
  lineId: field.line({ label: "明细", table: "fba_return_line", required: true, hidden: true }),
  skuId: field.ref({ label: "SKU", to: "sku", computed: true }),
  fnsku: field.text({ label: "FNSKU", computed: true }),
  disposition: field.enum({ label: "库存属性", computed: true, options: dispositions }),
  leftQty: field.int({ label: left, computed: true }),
});

/** What happens to a removal that is approved. */
export const fbaReturnActions = {
  submitAmazon: {
    label: "登记移除单号",
    next: true,
    permission: "edit",
    from: ["approved"],
    to: "submitted",
    input: askOrderId("亚马逊移除单号"),
  },
  ship: {
    label: "登记发出",
    next: true,
    permission: "edit",
    from: ["submitted", "shipping", "partReceived"],
    input: {
      carrier: field.text({ label: "承运", max: 50 }),
      shipDate: field.date({ label: "发出日", help: "不填则为今天" }),
    },
    lines: {
      items: {
        label: "发出明细",
        table: "fba_return_line",
        sourced: "whole",
        tally: {
          ...{ by: "lineId", left: "leftQty", scans: "skuId" },
          of: ["shippedQty", "cancelledQty", "disposedQty"],
        },
        fields: {
          ...ofLine("未处理"),
          shippedQty: count("本次发出"),
          cancelledQty: count("本次取消"),
          disposedQty: count("本次销毁"),
          trackingNo: field.text({ label: "跟踪号", max: 60 }),
        },
      },
    },
  },
  receive: {
    label: "收货",
    next: true,
    permission: "receive",
    from: ["shipping", "partReceived"],
    input: {},
    lines: {
      items: {
        label: "收货明细",
        table: "fba_return_line",
        sourced: "whole",
        tally: { by: "lineId", of: ["goodQty", "badQty"], left: "leftQty", scans: "skuId" },
        fields: {
          ...ofLine("未收"),
          goodQty: count("收良"),
          badQty: count("收次"),
        },
      },
    },
  },
  fee: {
    label: "登记移除费",
    permission: "edit",
    from: ["submitted", "shipping", "partReceived", "done", "closed"],
    input: {
      removalFee: field.money({ label: "移除费", required: true, min: 0, currency: "currency" }),
    },
  },
  close: {
    label: "差异关闭",
    permission: "close",
    from: ["shipping", "partReceived"],
    to: "closed",
    danger: true,
    confirm: "未收到的按丢失处理并待索赔，未发出的取消。",
    input: {
      ...reason("关闭原因", "请填写关闭原因"),
      removalFee: field.money({ label: "实际移除费", min: 0, currency: "currency" }),
    },
  },
  claimed: {
    label: "登记索赔",
    permission: "close",
    from: ["closed"],
    unless: ["claim", "false", "没有待索赔的丢失"],
    input: { claimNo: field.text({ label: "索赔编号", max: 50, required: true }) },
  },
} as const;
