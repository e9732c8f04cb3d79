import { z } from "zod";
import { defineDocument, field, maybeTexts, texts } from "../kit";

/** A rate of the same currency, with how far it lies from the one before it. */
const rate = z.object({
  ...texts("id", "effectiveDate", "officialRate", "usedRate"),
  ...maybeTexts("myRate", "change", "source", "by"),
});

/** 汇率 (supply.md C.1): CNY per unit; the used rate is myRate, else officialRate. */
export const exchangeRate = defineDocument({
  name: "exchange_rate",
  label: "汇率",
  module: "finance",
  api: "/finance/rate",
  permission: "finance_rate",
  calls: { sends: { history: z.array(rate) } },
  menu: { group: "finance", icon: "coin", sort: 60, words: { over: "使用偏差汇率" } },
  permissions: { add: "edit", del: "edit", export: "view" },
  display: "currency",
  derived: true,
  list: { sort: [{ by: "effectiveDate", desc: true }, { by: "currency" }] },
  formColumns: 1,
  import: { key: ["currency", "effectiveDate"], update: true },
  glance: {
    alerts: [
      {
        name: "jump",
        label: "汇率跳变",
        where: { effectiveDateFrom: "$yesterday" },
        measure: { field: "changeRate" },
        unit: "%",
        threshold: 5,
      },
    ],
  },
  fields: {
    currency: field.dict("币种", { type: "currency", required: true, column: true, filter: "in" }),
    effectiveDate: field.date("生效日期", { required: true, column: { width: 130, sortable: true }, filter: "range" }),
    officialRate: field.decimal("官方汇率", {
      required: true,
      scale: 8,
      min: 0,
      help: "1单位外币折人民币",
      inline: true,
      column: { width: 150, group: "1单位外币折人民币" },
    }),
    myRate: field.decimal("自定汇率", {
      scale: 8,
      min: 0,
      inline: true,
      column: { width: 150, group: "1单位外币折人民币", tooltip: "填写后代替官方汇率" },
      rate: { of: "currency", against: "officialRate", why: "source" },
    }),
    changeRate: field.percent("较上次变动%", { computed: true, virtual: true, column: { hide: true } }),
    source: field.text("来源", { max: 50, inline: true, column: { minWidth: 140 } }),
  },
  screens: { list: "/finance/rate/index", detail: "/finance/rate/detail" },
});
