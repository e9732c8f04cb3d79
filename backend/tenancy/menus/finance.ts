import { can, DOCUMENT, type Page, page } from "./page";

export const finance: Page[] = [
  page(
    "/finance/payment/index",
    "付款单",
    "wallet",
    30,
    can("finance_payment", `${DOCUMENT} pay fail`),
  ),
  page(
    "/finance/mergePayment/index",
    "合并付款单",
    "layers",
    40,
    can("finance_mergepayment", DOCUMENT),
  ),
  page(
    "/finance/oapayment/index",
    "OA付款单",
    "bank",
    50,
    can("finance_oapayment", `${DOCUMENT} pay fail`),
  ),
];
