import { can, type MenuGroup, page } from "./page";

export const promotion: MenuGroup = {
  path: "/evaluation",
  name: "推广管理",
  icon: "megaphone",
  group: "运营",
  pages: [
    page("/evaluation/resource/index", "测评资源", "users", [
      can("promo_resource", "view add edit del approve export unmask"),
    ]),
    page("/evaluation/application/index", "测评申请", "clipboard", [
      can("promo_application", "view add edit del submit approve void export"),
    ]),
    page("/evaluation/index", "测评管理", "megaphone", [
      can("promo_evaluation", "view add edit del approve export print"),
      can("promo_evaorder", "view add edit approve import export print", "测评订单"),
    ]),
    page("/evaluation/refund/index", "返款管理", "undo", [
      can("promo_refund", "view add edit submit approve void export print"),
    ]),
    page("/evaluation/rebate/index", "返利管理", "coin", [
      can("promo_rebate", "view add submit approve settle void export"),
    ]),
    page("/evaluation/evaRequest/index", "测评请款", "receipt", [
      can("promo_evarequest", "view add edit submit approve void export print"),
    ]),
    page("/evaluation/platformPromotion/index", "平台推广", "tag", [
      can("promo_promotion", "view add edit submit approve void export"),
    ]),
  ],
};

export const kol: MenuGroup = {
  path: "/kol",
  name: "红人管理",
  icon: "star",
  group: "运营",
  pages: [
    page("/kol/resource/index", "红人资源", "star", [
      can("kol_star", "view add edit claim approve import export unmask"),
    ]),
    page("/kol/cooperation/index", "红人合作", "handshake", [
      can("kol_cooperation", "view add edit submit approve void export print"),
    ]),
    page("/kol/deliver/index", "寄样管理", "send", [
      can("kol_deliver", "view add edit submit void export print"),
    ]),
    page("/kol/adsFee/index", "广告费", "coin", [
      can("kol_adsfee", "view add edit submit approve void export print"),
    ]),
  ],
};

export const advertisement: MenuGroup = {
  path: "/advertisement",
  name: "广告管理",
  icon: "target",
  group: "运营",
  pages: [
    page("/advertisement/report/index", "广告报表", "chart", [can("ads_report", "view export")]),
    page("/advertisement/budgetManage/targetportfolio/index", "预算管理", "target", [
      can("ads_targetportfolio", "view add edit submit approve void export"),
    ]),
  ],
};
