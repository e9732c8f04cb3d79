import { can, type Page, page } from "./page";

export const promotion: Page[] = [
  page(
    "/evaluation/resource/index",
    "测评资源",
    "users",
    10,
    can("promo_resource", "view add edit del approve export unmask"),
  ),
  page(
    "/evaluation/application/index",
    "测评申请",
    "clipboard",
    20,
    can("promo_application", "view add edit del submit approve void export"),
  ),
  page("/evaluation/index", "测评管理", "megaphone", 30, [
    ...can("promo_evaluation", "view add edit del approve export print"),
    ...can("promo_evaorder", "view add edit approve import export print", "测评订单"),
  ]),
  page(
    "/evaluation/refund/index",
    "返款管理",
    "undo",
    40,
    can("promo_refund", "view add edit submit approve void export print"),
  ),
  page(
    "/evaluation/rebate/index",
    "返利管理",
    "coin",
    50,
    can("promo_rebate", "view add submit approve settle void export"),
  ),
  page(
    "/evaluation/evaRequest/index",
    "测评请款",
    "receipt",
    60,
    can("promo_evarequest", "view add edit submit approve void export print"),
  ),
  page(
    "/evaluation/platformPromotion/index",
    "平台推广",
    "tag",
    70,
    can("promo_promotion", "view add edit submit approve void export"),
  ),
];

export const advertisement: Page[] = [
  page("/advertisement/report/index", "广告报表", "chart", 10, can("ads_report", "view export")),
];
