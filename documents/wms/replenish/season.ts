import { defineDocument, field } from "../../kit";
import { replenishTabs } from "./replenish";

const MONTHS = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"] as const;

const factor = (month: string) =>
  field.decimal(`${Number(month)}月`, {
    scale: 2,
    required: true,
    default: "1",
    min: 0,
    max: 10,
    inline: true,
    column: { width: 64, align: "right" },
  });

/** Field of each month, January first. */
export const seasonMonths = MONTHS.map((month) => `m${month}` as const);

/** 季节系数: how much stronger a month sells than an average one, for a category or one SKU. */
export const replenishSeason = defineDocument({
  name: "replenish_season",
  label: "季节系数",
  module: "wms",
  menu: { on: "replenish" },
  derived: true,
  display: "name",
  keyword: ["name"],
  fields: {
    name: field.text("名称", { required: true, max: 50, unique: "名称已存在", column: { fixed: "left" } }),
    categoryId: field.dict("品类", {
      type: "product_category",
      help: "品类与SKU填一个，SKU优先",
      column: { width: 120 },
      filter: "in",
    }),
    skuId: field.ref("SKU", { to: "sku", column: { width: 150 }, filter: "in" }),
    m01: factor("01"),
    m02: factor("02"),
    m03: factor("03"),
    m04: factor("04"),
    m05: factor("05"),
    m06: factor("06"),
    m07: factor("07"),
    m08: factor("08"),
    m09: factor("09"),
    m10: factor("10"),
    m11: factor("11"),
    m12: factor("12"),
  },
  screens: { list: "/wms/replenish/season", tabs: replenishTabs, titles: { list: "季节系数" } },
});
