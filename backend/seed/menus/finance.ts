import { can, DOCUMENT, type MenuGroup, page } from "./page";

export const finance: MenuGroup = {
  path: "/finance",
  name: "财务管理",
  icon: "wallet",
  group: "财务",
  pages: [
    page("/finance/ap/index", "应付流水", "history", [can("finance_ap", "view export refund")]),
    page("/finance/request/index", "请款单", "receipt", [
      can("finance_request", `${DOCUMENT} close`),
    ]),
    page("/finance/payment/index", "付款单", "wallet", [
      can("finance_payment", `${DOCUMENT} pay fail`),
    ]),
    page("/finance/mergePayment/index", "合并付款单", "layers", [
      can("finance_mergepayment", DOCUMENT),
    ]),
    page("/finance/oapayment/index", "OA付款单", "bank", [
      can("finance_oapayment", `${DOCUMENT} pay fail`),
    ]),
    page("/finance/rate/index", "汇率", "coin", [can("finance_rate", "view edit")]),
    page("/finance/monthClose/index", "月结", "calendar", [can("finance_month", "view close")]),
    page("/finance/company/index", "公司主体", "bank", [can("finance_company", "view add edit")]),
  ],
};
