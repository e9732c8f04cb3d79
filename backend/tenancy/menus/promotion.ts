import { can, type Page, page } from "./page";

export const promotion: Page[] = [
  page(
    "/evaluation/refund/index",
    "返款管理",
    "undo",
    40,
    can("promo_refund", "view add edit submit approve void export print"),
  ),
  page(
    "/evaluation/evaRequest/index",
    "测评请款",
    "receipt",
    60,
    can("promo_evarequest", "view add edit submit approve void export print"),
  ),
];

export const advertisement: Page[] = [
  page("/advertisement/report/index", "广告报表", "chart", 10, can("ads_report", "view export")),
];
