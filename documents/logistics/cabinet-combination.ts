import { defineDocument } from "../kit";
import { cabinetActions } from "./cabinet-actions";
import { cabinetFields, cabinetLine } from "./cabinet-fields";

const page = "/createCabinetCombination/index";

/** 组柜单 (supply.md 5): the transfers that go in one container, its way and what it costs. */
export const cabinetCombination = defineDocument({
  name: "cabinet_combination",
  label: "组柜单",
  module: "logistics",
  api: "/logistics/cabinet",
  permission: "logistics_cabinet",
  menu: {
    group: "logistics",
    icon: "ship",
    sort: 40,
    words: { logistics_cabinet_fee: "费用录入" },
  },
  number: "GZ",
  many: true,
  copy: false,
  keyword: ["no", "containerNo", "bookingNo", "transferNos", "vesselVoyage"],
  finds: ["containerNo"],
  foundBy: ["providerId"],
  formColumns: 3,
  exportLines: "items",
  prefill: { transferIds: "transfer" },
  statusTabs: true,
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft", "booked"],
    deletable: ["draft"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      booked: { label: "已订舱", tone: "blue" },
      loaded: { label: "已装柜", tone: "blue" },
      sailed: { label: "已开船", tone: "blue" },
      arrived: { label: "已到港", tone: "orange" },
      cleared: { label: "已清关", tone: "blue" },
      done: { label: "已派送", tone: "green" },
      void: { label: "已作废", tone: "red" },
    },
  },
  openFields: {
    loaded: {
      fields: ["vesselVoyage", "cutoffDate", "etd", "eta", "sealNo", "remark"],
      note: "已装柜，只能修改船期、封号和备注",
    },
    sailed: { fields: ["eta", "remark"], note: "已开船，只能修改预计到港和备注" },
  },
  figures: [
    { field: "totalVolume", label: "体积 / 可装", of: "usableM3" },
    { field: "totalWeight", label: "重量 / 可装", of: "payloadKg" },
    { field: "totalCartons" },
    { field: "totalFee" },
    { field: "eta" },
  ],
  brief: { amount: "totalFee", qty: "totalCartons", date: "eta" },
  queues: [
    {
      ...{ label: "待装柜", where: { status: "booked" }, permission: "edit", due: "etd" },
      ...{ opens: "load", about: "transferNos" },
    },
  ],
  fields: cabinetFields,
  lines: {
    items: { label: "柜内调拨单", table: "cabinet_line", max: 100, fields: cabinetLine },
  },
  actions: cabinetActions,
  screens: {
    list: "/cabinetCombination/index",
    create: page,
    edit: page,
    detail: page,
    print: "/cabinetCombination/print",
    printLabel: "打印装柜清单",
    titles: { list: "组柜单", create: "新建组柜", detail: "组柜详情", print: "装柜清单" },
  },
});
