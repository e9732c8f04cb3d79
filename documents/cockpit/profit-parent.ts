import { defineDocument } from "../kit";
import {
  profitFigures,
  profitFrom,
  profitGroupFilter,
  profitList,
  profitStoreFilter,
  profitTabs,
  profitText,
  profitThisMonth,
} from "./profit";

/** 利润报表 (figures.md D.4) by the parent ASIN that a listing has today; one without stands under its own ASIN. */
export const profitParent = defineDocument({
  ...profitList,
  name: "profit_parent",
  label: "利润（父ASIN）",
  table: "profit_parent_list",
  display: "parentAsin",
  list: { overview: true, from: profitFrom, sort: [{ by: "income", desc: true }, { by: "id" }] },
  fields: {
    ...profitThisMonth,
    parentAsin: profitText("父ASIN", 140, true),
    storeId: profitStoreFilter,
    groupId: profitGroupFilter,
    ...profitFigures({ rows: { document: "profit_msku", by: { parentAsin: "parentAsin" } } }),
  },
  screens: { list: "/cockpit/profit/parentAsin", tabs: profitTabs, titles: { list: "父ASIN利润" } },
});
