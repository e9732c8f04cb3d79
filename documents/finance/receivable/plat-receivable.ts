import { defineDocument, field, unshown } from "../../kit";
import { platTypes } from "./words";

/** The lists over what platforms owe us, as tabs above each of them. */
export const platTabs = ["plat_receivable", "plat_entry", "plat_unsettled"] as const;

/** Nobody writes these lists: they are read from the ledger. Who works for some stores sees those. */
export const platList = {
  module: "finance",
  permission: "finance_plat",
  scopeBy: { store: "storeId", user: "createBy" },
  can: { add: false, edit: false, del: false },
} as const;

/** 平台应收流水 (figures.md D.3): what changed what a platform owes us, only added to. */
export const platEntry = defineDocument({
  ...platList,
  name: "plat_entry",
  label: "平台应收流水",
  display: "bizNo",
  keyword: ["bizNo"],
  fields: {
    createTime: field.datetime("时间", { computed: true, column: { sortable: true, phone: false } }),
    bizDate: field.date("业务日期", { computed: true, column: { sortable: true }, filter: "range" }),
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 170 }, filter: "in" }),
    bizType: field.enum("类型", { computed: true, options: platTypes, column: true, filter: "in" }),
    currency: field.dict("币种", { type: "currency", computed: true, column: { phone: false }, filter: "in" }),
    amount: field.money("金额", {
      currency: "currency",
      computed: true,
      column: { width: 150, summary: "currency", signed: true },
    }),
    baseAmount: field.money("本位币", { unit: "CNY", computed: true, column: { summary: "sum" } }),
    bizNo: field.text("来源单", { computed: true, names: ["bizDocument", "bizId"], column: true, filter: "prefix" }),
    createBy: field.ref("操作人", { to: "user", computed: true, column: true }),
    bizDocument: field.text("来源单类型", { ...unshown }),
    bizId: field.text("来源单编号", { ...unshown }),
  },
  screens: { list: "/finance/platReceivable/entries", tabs: platTabs, titles: { list: "平台应收流水" } },
});

const of = { storeId: "storeId", currency: "currency" };
const within = { ...of, bizDateFrom: "firstDay", bizDateTo: "lastDay" };

/** What the entries of the period do, by their types. */
const moved = (label: string, types: string, hide = false) =>
  field.money(label, {
    currency: "currency",
    computed: true,
    column: {
      summary: "currency",
      hide,
      phone: false,
      leads: { document: "plat_entry", by: within, where: { bizType: types } },
    },
  });

/** A part of what is owed at the end. */
const part = (label: string, tooltip: string) =>
  field.money(label, {
    currency: "currency",
    computed: true,
    column: { width: 130, summary: "currency", phone: false, tooltip },
  });

const until = (day: string) => ({ document: "plat_entry", by: { ...of, bizDateTo: day } });

/** 平台应收 (figures.md D.3): what a platform owed a store before a period, what changed in it, what is owed after it. */
export const platReceivable = defineDocument({
  ...platList,
  name: "plat_receivable",
  label: "平台应收",
  table: "plat_receivable_list",
  menu: { group: "finance", icon: "coin", sort: 66 },
  display: "storeText",
  keyword: ["storeText"],
  list: { from: "平台应收由结算单过账产生，到账后减少", sort: [{ by: "baseClosing", desc: true }, { by: "id" }] },
  fields: {
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 170, fixed: "left" }, filter: "in" }),
    currency: field.dict("币种", { type: "currency", computed: true, column: { phone: false }, filter: "in" }),
    period: field.text("期间", { computed: true, column: { hide: true, phone: false } }),
    opening: field.money("期初", {
      currency: "currency",
      computed: true,
      column: { summary: "currency", phone: false, leads: until("dayBefore") },
    }),
    settled: moved("结算", "settled"),
    paid: moved("到账", "payout,payoutFail"),
    fees: moved("手续费", "fee"),
    adjusted: moved("调整", "adjust", true),
    closing: field.money("期末", {
      currency: "currency",
      computed: true,
      column: { width: 140, summary: "currency", phone: "fact", leads: { ...until("lastDay"), balance: true } },
    }),
    baseClosing: field.money("期末", {
      unit: "CNY",
      computed: true,
      column: { summary: "sum", sortable: true, phone: false },
    }),
    reserved: part("预留", "平台结算时留下、还没有放出的金额"),
    inTransit: field.money("在途", {
      currency: "currency",
      computed: true,
      column: {
        width: 130,
        summary: "currency",
        tooltip: "平台已打款、还没有到账的金额",
        leads: { document: "payout", by: of, where: { status: "expected,partReceived" } },
      },
    }),
    carried: part("转下期", "期末减预留和在途"),
    coming: field.money("未结算预估", {
      currency: "currency",
      computed: true,
      later: true,
      column: {
        width: 130,
        phone: "fact",
        tooltip:
          "最近90天卖出、还没有结算的订单：商品和运费减促销、预估的佣金和配送费，不含税；费用不知道的不算；不在期末余额中",
      },
    }),
    day: field.date("期间", { computed: true, hiddenIn: ["view"], filter: "range", help: "不填则为本月" }),
    storeText: field.text("店铺名称", { ...unshown }),
    firstDay: field.date("期间首日", { ...unshown }),
    lastDay: field.date("期间末日", { ...unshown }),
    dayBefore: field.date("期间前一日", { ...unshown }),
  },
  screens: { list: "/finance/platReceivable/index", tabs: platTabs, titles: { list: "平台应收" } },
});
