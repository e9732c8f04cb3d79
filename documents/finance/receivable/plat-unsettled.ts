import { defineDocument, field, unshown } from "../../kit";
import { platList, platTabs } from "./plat-receivable";

/** Days after which an order that was sent should be in a settlement (figures.md C.3). */
export const UNSETTLED_DAYS = 45;
/** Days that are looked back at unless others are asked for. */
export const UNSETTLED_BACK = 180;

const amount = (label: string, tooltip: string) =>
  field.money(label, {
    currency: "currency",
    computed: true,
    later: true,
    column: { width: 130, summary: "currency", tooltip },
  });

/** 长期未结算 (figures.md C.3): orders that were sent long ago and that no settlement tells of. */
export const platUnsettled = defineDocument({
  ...platList,
  scopeBy: { store: "storeId" },
  name: "plat_unsettled",
  label: "长期未结算",
  table: "plat_unsettled_list",
  display: "orderNo",
  many: true,
  list: { from: "发货45天仍没有结算的订单会出现在这里", sort: [{ by: "day" }, { by: "id" }] },
  fields: {
    orderNo: field.text("平台订单号", {
      computed: true,
      names: ["orderDocument", "orderId"],
      column: { width: 190, fixed: "left" },
      filter: "prefix",
    }),
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 170 }, filter: "in" }),
    day: field.date("下单日期", {
      computed: true,
      column: { sortable: true },
      filter: "range",
      help: `不填则为最近${UNSETTLED_BACK}天；发货超过${UNSETTLED_DAYS}天才列出`,
    }),
    sentDay: field.date("发货日期", { computed: true, column: { phone: false, tooltip: "平台配送的按下单日期" } }),
    waitedDays: field.int("已过天数", { computed: true, column: { width: 90, sortable: true } }),
    currency: field.dict("币种", { type: "currency", computed: true, column: { phone: false }, filter: "in" }),
    amount: amount("订单金额", "商品和运费减促销，不含税"),
    fees: amount("预计费用", "预估的佣金和配送费；没有费用预览的不知道"),
    expected: amount("预计到账", "订单金额减预计费用；费用不知道的不算"),
    orderDocument: field.text("订单类型", { ...unshown }),
    orderId: field.text("订单编号", { ...unshown }),
  },
  screens: { list: "/finance/platReceivable/unsettled", tabs: platTabs, titles: { list: "长期未结算" } },
});
