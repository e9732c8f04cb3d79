import { defineDocument, field, flowStatus, labelled, onePage, reason, voidAction, worked } from "../../kit";
import {
  askOrderId,
  became,
  cost,
  dispositionFilter,
  dispositions,
  fbaLine,
  fbaRemark,
  fbaStore,
  fbaWarehouse,
  orderId,
  skuCodes,
  total,
} from "./fields";

const count = (label: string) => field.int(label, { min: 0, default: 0 });

/** A line of the document, and what it is about. */
const ofLine = (left: string) => ({
  lineId: field.line("明细", { table: "fba_return_line", required: true, hidden: true }),
  skuId: field.ref("SKU", { to: "sku", computed: true }),
  fnsku: field.text("FNSKU", { computed: true }),
  disposition: field.enum("库存属性", { computed: true, options: dispositions }),
  leftQty: field.int(left, { computed: true }),
});

/** What happens to a removal that is approved. */
const fbaReturnActions = {
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
    input: { carrier: field.text("承运", { max: 50 }), shipDate: field.date("发出日", { help: "不填则为今天" }) },
    lines: {
      items: {
        label: "发出明细",
        table: "fba_return_line",
        sourced: "whole",
        tally: { by: "lineId", left: "leftQty", scans: "skuId", of: ["shippedQty", "cancelledQty", "disposedQty"] },
        fields: {
          ...ofLine("未处理"),
          shippedQty: count("本次发出"),
          cancelledQty: count("本次取消"),
          disposedQty: count("本次销毁"),
          trackingNo: field.text("跟踪号", { max: 60 }),
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
        fields: { ...ofLine("未收"), goodQty: count("收良"), badQty: count("收次") },
      },
    },
  },
  fee: {
    label: "登记移除费",
    permission: "edit",
    from: ["submitted", "shipping", "partReceived", "done", "closed"],
    input: { removalFee: field.money("移除费", { required: true, min: 0, currency: "currency" }) },
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
      removalFee: field.money("实际移除费", { min: 0, currency: "currency" }),
    },
  },
  claimed: {
    label: "登记索赔",
    permission: "close",
    from: ["closed"],
    unless: ["claim", "false", "没有待索赔的丢失"],
    input: { claimNo: field.text("索赔编号", { max: 50, required: true }) },
  },
} as const;

/** FBA退货单 (supply.md 4): stock that the platform sends back to a warehouse of ours. */
export const fbaReturn = defineDocument({
  name: "fba_return",
  label: "FBA退货单",
  module: "wms",
  menu: { group: "warehouse", icon: "undo", sort: 80 },
  number: "FT",
  flow: {},
  scopeBy: { dept: "deptId", user: "createBy", warehouse: "toWarehouseId" },
  keyword: ["no", "removalOrderId", "skuCodes"],
  lookup: { finds: ["removalOrderId"], foundBy: ["storeId"] },
  exports: { lines: "items" },
  list: { tabs: true },
  status: {
    ...flowStatus({
      approved: { label: "待提交亚马逊", tone: "blue" },
      submitted: { label: "处理中", tone: "blue" },
      shipping: { label: "退回中", tone: "blue" },
      partReceived: { label: "部分收货", tone: "orange" },
      done: { label: "已完成", tone: "green" },
      closed: { label: "差异关闭", tone: "orange" },
    }),
    path: ["draft", "auditing", "approved", "submitted", "shipping", "done"],
  },
  glance: {
    figures: [
      { field: "shippedQty", label: "发出 / 申请", of: "requestedQty" },
      { field: "receivedQty", label: "收货 / 发出", of: "shippedQty" },
      { field: "lostQty" },
      { field: "removalFee" },
    ],
    brief: { qty: "requestedQty", date: "requestDate" },
    queues: [
      {
        label: "待提交亚马逊",
        where: { status: "approved" },
        about: "skuCodes",
        permission: "edit",
        opens: "submitAmazon",
      },
      { label: "FBA退货待收货", where: { status: "shipping,partReceived" }, about: "skuCodes", permission: "receive" },
      { label: "FBA退货待索赔", where: { claim: "true" }, about: "skuCodes", permission: "close", opens: "claimed" },
    ],
  },
  fields: {
    ...fbaStore(),
    fbaWarehouseId: fbaWarehouse(),
    toWarehouseId: field.ref("退回仓", {
      to: "warehouse",
      required: true,
      only: { kind: ["overseas", "thirdParty"] },
      column: { phone: false },
      filter: "in",
    }),
    removalOrderId: orderId("亚马逊移除单号"),
    serviceSpeed: field.enum("时效", {
      default: "standard",
      options: { standard: { label: "标准" }, expedited: { label: "加急" } },
    }),
    removalReason: field.enum("移除原因", {
      required: true,
      options: labelled({ unsellable: "不可售", aged: "超龄", recall: "召回", relabel: "换标", other: "其他" }),
      column: { phone: false },
      filter: "in",
    }),
    requestDate: field.date("申请日", { help: "不填则为今天", column: { sortable: true }, filter: "range" }),
    siteDate: field.date("站点日期", { computed: true }),
    disposition: dispositionFilter(),
    skuCodes: skuCodes(),
    requestedQty: total("申请"),
    shippedQty: total("发出"),
    receivedQty: total("收货"),
    lostQty: total("丢失"),
    removalFee: field.money("移除费", { min: 0, default: "0", currency: "currency", column: { summary: "currency" } }),
    carrier: field.text("承运", { ...worked, max: 50 }),
    shipDate: field.date("发出日", { ...worked }),
    claim: field.bool("待索赔", { computed: true, default: false, column: { hide: true }, filter: "in" }),
    claimNo: field.text("索赔编号", { ...worked, max: 50 }),
    lossAmount: field.money("损失金额", { ...cost, ...worked, column: { summary: "sum", hide: true } }),
  },
  lines: {
    items: {
      label: "退货明细",
      table: "fba_return_line",
      required: "请至少添加一条明细",
      fields: {
        ...fbaLine(),
        cancelledQty: became("取消"),
        disposedQty: became("销毁"),
        shippedQty: became("发出"),
        receivedGoodQty: became("收良"),
        receivedBadQty: became("收次"),
        lostQty: became("丢失"),
        outAmount: field.money("发出成本", { ...cost, ...worked, sum: true }),
        trackingNos: field.texts("跟踪号", { ...worked, max: 60 }),
        remark: fbaRemark(),
      },
    },
  },
  actions: {
    ...fbaReturnActions,
    void: {
      ...voidAction(["approved", "submitted"]),
      refusals: { shipping: "已发出，不能作废", partReceived: "已发出，不能作废" },
    },
  },
  screens: {
    list: "/fbareturn/index",
    ...onePage("/fbareturn/detail"),
    print: "/fbareturn/print",
    pages: { info: { path: "/fbareturn/info", title: "FBA退货信息" } },
    tabs: ["fba_return", "fba_removal"],
    titles: { detail: "FBA退货详情" },
  },
});
