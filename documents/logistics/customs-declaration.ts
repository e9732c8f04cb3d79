import { defineDocument, flowStatus } from "../kit";
import { customsActions } from "./customs-actions";
import { customsFields } from "./customs-fields";
import { customsLine } from "./customs-lines";
import { customsStates } from "./customs-words";

const page = "/declareCustoms/detail/{id}/{customsType}";
const sheet = (name: string, label: string) => ({
  ...{ path: `/declareCustoms/print/${name}`, label: `打印${label}`, title: label },
});

/** 报关单 (supply.md 5): what of transfers or a container is told to customs. */
export const customsDeclaration = defineDocument({
  name: "customs_declaration",
  label: "报关单",
  module: "logistics",
  api: "/logistics/customs",
  permission: "logistics_customs",
  menu: {
    group: "logistics",
    icon: "stamp",
    sort: 10,
    words: { logistics_customs_refund: "退税登记" },
  },
  number: "CD",
  many: true,
  copy: false,
  flow: { amount: "amountCny" },
  keyword: ["no", "declarationNo", "skuCodes", "transferNos", "billNo"],
  foundBy: ["brokerId"],
  formColumns: 3,
  exportLines: "items",
  prefill: { transferId: "transfer", cabinetId: "cabinet_combination" },
  prefillBy: ["customsType"],
  statusTabs: true,
  status: flowStatus(customsStates),
  figures: [
    { field: "totalAmount" },
    { field: "cartons" },
    { field: "grossWeightKg" },
    { field: "refundAmount" },
    { field: "releaseDate" },
  ],
  brief: { amount: "totalAmount", qty: "totalQty", date: "releaseDate" },
  queues: [
    {
      ...{ label: "待申报", where: { status: "approved" }, permission: "edit" },
      ...{ opens: "declare", about: "transferNos" },
    },
    {
      ...{ label: "待放行", where: { status: "declared,inspecting" }, permission: "edit" },
      ...{ opens: "release", about: "declarationNo" },
    },
  ],
  fields: customsFields,
  lines: {
    items: {
      label: "报关明细",
      table: "customs_line",
      required: "请至少添加一条明细",
      sourced: "whole",
      fields: customsLine,
    },
  },
  actions: customsActions,
  screens: {
    list: "/declareCustoms/index",
    create: page.replace("{id}", "0"),
    edit: page,
    detail: page,
    prints: {
      declaration: { ...sheet("declaration", "报关单"), sheet: "lying" },
      packing: sheet("packing", "箱单"),
      invoice: sheet("invoice", "发票"),
      contract: sheet("contract", "合同"),
    },
    titles: { list: "报关单", create: "新建报关单" },
  },
});
