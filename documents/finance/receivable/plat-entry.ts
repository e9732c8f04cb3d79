import { defineDocument, field, unshown } from "../../kit";
import { platList, platTabs, platTypes } from "./words";

/** 平台应收流水 (figures.md D.3): what changed what a platform owes us, only added to. */
export const platEntry = defineDocument({
  ...platList,
  name: "plat_entry",
  label: "平台应收流水",
  many: true,
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
