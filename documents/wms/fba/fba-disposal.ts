import { defineDocument, field, flowStatus, voidAction } from "../../kit";
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
  worked,
} from "./fields";

const count = (label: string) => field.int({ label, min: 0, default: 0 });

/** FBA弃置单 (supply.md 4): stock that the platform destroys for us. */
export const fbaDisposal = defineDocument({
  name: "fba_disposal",
  label: "FBA弃置单",
  module: "wms",
  api: "/wms/fbadisposed",
  permission: "wms_fbadisposed",
  menu: { group: "warehouse", icon: "trash", sort: 90 },
  number: "FX",
  flow: { amount: "estLossAmount" },
  scopeBy: { dept: "deptId", user: "createBy", warehouse: "fbaWarehouseId" },
  keyword: ["no", "removalOrderId", "skuCodes"],
  finds: ["removalOrderId"],
  foundBy: ["storeId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  status: flowStatus({
    approved: { label: "待提交亚马逊", tone: "blue" },
    submitted: { label: "处理中", tone: "blue" },
    done: { label: "已销毁", tone: "green" },
  }),
  figures: [
    { field: "disposedQty", label: "销毁 / 申请", of: "requestedQty" },
    { field: "estLossAmount" },
    { field: "lossAmount" },
    { field: "fee" },
  ],
  brief: { qty: "requestedQty", date: "requestDate" },
  queues: [
    {
      ...{ label: "弃置待提交亚马逊", where: { status: "approved" }, about: "skuCodes" },
      ...{ permission: "edit", opens: "submitAmazon" },
    },
    {
      ...{ label: "弃置待登记结果", where: { status: "submitted" }, about: "skuCodes" },
      permission: "finish",
    },
  ],
  fields: {
    ...fbaStore(),
    fbaWarehouseId: fbaWarehouse(),
    removalOrderId: orderId("亚马逊销毁单号"),
    disposeReason: field.enum({
      label: "销毁原因",
      required: true,
      options: {
        unsellable: { label: "不可售" },
        expired: { label: "过期" },
        aged: { label: "超龄" },
        compliance: { label: "合规" },
      },
      column: { width: 90, phone: false },
      filter: "in",
    }),
    requestDate: field.date({
      ...{ label: "申请日", help: "不填则为今天" },
      column: { width: 110, sortable: true },
      filter: "range",
    }),
    finishDate: field.date({ label: "完成日", ...worked, column: { width: 110, hide: true } }),
    reasonText: field.longtext({
      ...{ label: "说明", max: 500, wide: true, help: "销毁可售库存时必填" },
    }),
    disposition: dispositionFilter(),
    skuCodes: skuCodes(),
    requestedQty: total("申请"),
    disposedQty: total("销毁"),
    cancelledQty: total("取消"),
    estLossAmount: field.money({
      ...{ label: "预计损失", ...cost, ...worked },
      column: { width: 110, summary: "sum" },
    }),
    lossAmount: field.money({
      ...{ label: "实际损失", ...cost, ...worked },
      column: { width: 110, summary: "sum", hide: true },
    }),
    fee: field.money({
      ...{ label: "销毁费", min: 0, default: "0", currency: "currency" },
      column: { width: 100, summary: "currency" },
    }),
    evidence: field.images({ label: "凭证", wide: true }),
  },
  lines: {
    items: {
      label: "弃置明细",
      table: "fba_disposal_line",
      required: "请至少添加一条明细",
      fields: {
        ...fbaLine(),
        disposedQty: became("销毁"),
        cancelledQty: became("取消"),
        ageDays: field.int({ label: "库龄", unit: "天", ...worked }),
        unitCost: field.decimal({ label: "单位成本", scale: 6, ...cost, ...worked }),
        lossAmount: field.money({ label: "损失", ...cost, ...worked, sum: true }),
        remark: fbaRemark(),
      },
    },
  },
  actions: {
    submitAmazon: {
      label: "登记销毁单号",
      next: true,
      permission: "edit",
      from: ["approved"],
      to: "submitted",
      input: askOrderId("亚马逊销毁单号"),
    },
    finish: {
      label: "登记结果",
      next: true,
      permission: "finish",
      from: ["submitted"],
      to: "done",
      input: {
        finishDate: field.date({ label: "完成日", help: "不填则为今天" }),
        fee: field.money({ label: "实际销毁费", min: 0, currency: "currency" }),
        evidence: field.images({ label: "凭证" }),
      },
      lines: {
        items: {
          label: "销毁结果",
          table: "fba_disposal_line",
          sourced: "whole",
          tally: {
            ...{ by: "lineId", left: "leftQty", scans: "skuId" },
            of: ["disposedQty", "cancelledQty"],
          },
          fields: {
            lineId: field.line({
              ...{ label: "明细", table: "fba_disposal_line", required: true, hidden: true },
            }),
            skuId: field.ref({ label: "SKU", to: "sku", computed: true }),
            fnsku: field.text({ label: "FNSKU", computed: true }),
            disposition: field.enum({ label: "库存属性", computed: true, options: dispositions }),
            leftQty: field.int({ label: "申请数量", computed: true }),
            disposedQty: count("销毁"),
            cancelledQty: count("取消"),
          },
        },
      },
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/warehouse/fbadisposed/index",
    create: "/warehouse/fbadisposed/openTag/create",
    edit: "/warehouse/fbadisposed/openTag/edit/{id}",
    detail: "/warehouse/fbadisposed/openTag/detail/{id}",
    print: "/warehouse/fbadisposed/print",
    titles: { create: "新建FBA弃置", edit: "编辑FBA弃置", detail: "FBA弃置详情" },
  },
});
