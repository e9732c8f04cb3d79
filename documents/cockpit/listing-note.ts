import { defineDocument, field } from "../kit";
import { performanceTabs } from "./performance-figures";

/** 运营备注 (figures.md D.5): what somebody did to a listing on a day, so that its figures can be read later. */
export const listingNote = defineDocument({
  name: "listing_note",
  label: "运营备注",
  module: "cockpit",
  menu: { group: "cockpit", icon: "edit", sort: 28 },
  derived: true,
  display: "content",
  keyword: ["content", "msku"],
  scopeBy: { store: "storeId", user: "createBy" },
  list: {
    sort: [
      { by: "noteDay", desc: true },
      { by: "id", desc: true },
    ],
  },
  formColumns: 2,
  start: { prefillBy: ["storeId", "msku"] },
  fields: {
    noteDay: field.date("日期", { required: true, column: { width: 110, sortable: true }, filter: "range" }),
    storeId: field.ref("店铺", { to: "store", required: true, column: { width: 150 }, filter: "in" }),
    msku: field.text("MSKU", { max: 60, help: "不填则为整个店铺", column: { width: 150 }, filter: "prefix" }),
    what: field.enum("类型", {
      required: true,
      default: "other",
      options: {
        price: { label: "调价", tone: "blue" },
        ads: { label: "广告", tone: "blue" },
        deal: { label: "优惠活动", tone: "green" },
        content: { label: "图文", tone: "blue" },
        rival: { label: "竞品", tone: "orange" },
        other: { label: "其他", tone: "grey" },
      },
      column: { width: 90 },
      filter: "in",
    }),
    content: field.text("内容", { required: true, max: 200, column: { minWidth: 240, phone: "fact" }, wide: true }),
  },
  screens: { list: "/cockpit/listingNote/index", tabs: performanceTabs, titles: { list: "运营备注" } },
});
