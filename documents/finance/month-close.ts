import { z } from "zod";
import { defineDocument, field, ownStatus, reason } from "../kit";

const amount = (label: string) =>
  field.money(label, { currency: "currency", computed: true, mask: "purchase_price_view" });
/** Of what platforms owe us. */
const owed = (label: string) => field.money(label, { currency: "currency", computed: true });
const by = (label: string) => field.ref(label, { to: "user", computed: true, column: true });
const time = (label: string) => field.datetime(label, { computed: true, column: true });

/** One line of a month's check list. */
const check = z.object({
  label: z.string(),
  /** `block`: the month cannot be closed; `warn`: it is asked about. */
  level: z.enum(["block", "warn"]),
  count: z.number(),
  /** What it is about, where no list shows it. */
  said: z.string().optional(),
  /** The list that shows these rows: its declaration and filters. */
  document: z.string().optional(),
  query: z.record(z.string(), z.string()).optional(),
});
export type MonthCheck = z.output<typeof check>;

/** 月结 (supply.md C.3): a month in which postings end; rows come with the calendar. */
export const monthClose = defineDocument({
  name: "month_close",
  label: "月结",
  module: "finance",
  api: "/finance/month",
  permission: "finance_month",
  menu: { group: "finance", icon: "calendar", sort: 70, words: { reopen: "反关账" } },
  coded: true,
  display: "month",
  scopeBy: undefined,
  can: { add: false, edit: false, del: false },
  list: { sort: [{ by: "month", desc: true }], tabs: true },
  exports: { lines: "totals" },
  calls: { sends: { checks: z.array(check).nullable() } },
  status: ownStatus(
    {
      open: { label: "未关账", tone: "grey" },
      reopened: { label: "已反关账", tone: "orange" },
      closed: { label: "已关账", tone: "green" },
    },
    { initial: "open", editable: [], path: ["open", "closed"] },
  ),
  glance: {
    queues: [
      {
        label: "待关账",
        where: { status: "open,reopened", endDateTo: "$yesterday" },
        permission: "close",
        due: "endDate",
      },
    ],
  },
  fields: {
    month: field.text("月份", {
      required: true,
      computed: true,
      unique: "月份已存在",
      column: { width: 100, fixed: "left", sortable: true },
      filter: "prefix",
    }),
    endDate: field.date("截止日", { required: true, computed: true, filter: "range", column: { phone: false } }),
    closeBy: by("关账人"),
    closeTime: time("关账时间"),
    reopenBy: by("反关账人"),
    reopenTime: time("反关账时间"),
    reopenReason: field.longtext("反关账原因", { computed: true, wide: true, column: { minWidth: 160 } }),
    checks: field.json("关账检查", { computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    totals: {
      label: "本月应付",
      table: "month_close_total",
      sourced: "whole",
      fields: {
        currency: field.dict("币种", { type: "currency", computed: true }),
        opening: amount("期初"),
        receipt: amount("到货"),
        returned: amount("退货及扣款"),
        fee: amount("运杂费"),
        discount: amount("折扣"),
        paid: amount("付款"),
        other: amount("抵扣及退款"),
        closing: amount("期末"),
        closingBase: field.money("期末本位币", { unit: "CNY", computed: true, sum: true, mask: "purchase_price_view" }),
      },
    },
    receivables: {
      label: "本月平台应收",
      table: "month_close_receivable",
      sourced: "whole",
      fields: {
        currency: field.dict("币种", { type: "currency", computed: true }),
        opening: owed("期初"),
        settled: owed("结算"),
        paid: owed("到账"),
        fees: owed("手续费"),
        adjusted: owed("调整"),
        closing: owed("期末"),
        closingBase: field.money("期末本位币", { unit: "CNY", computed: true, sum: true }),
        reserved: owed("其中预留"),
        inTransit: owed("其中在途"),
      },
    },
  },
  actions: {
    close: {
      label: "关账",
      next: true,
      from: ["open", "reopened"],
      to: "closed",
      confirm: "关账后，业务日期在本月及以前的入库、出库、应付和付款不能再登记。",
    },
    reopen: {
      label: "反关账",
      from: ["closed"],
      to: "reopened",
      danger: true,
      confirm: "反关账后，本月可以重新登记；改完后要再次关账。",
      input: reason("反关账原因", "请填写反关账原因"),
    },
  },
  screens: {
    list: "/finance/monthClose/index",
    detail: "/finance/monthClose/detail",
    print: "/finance/monthClose/print",
    titles: { list: "月结", detail: "月结详情", print: "打印月结表" },
  },
});
