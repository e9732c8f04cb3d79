import { can, type Page, page } from "./page";

export const service: Page[] = [
  page(
    "/customerservice/allorder/index",
    "全部订单",
    "list",
    10,
    can("cs_order", "view edit reship unmask export"),
  ),
  page(
    "/customerservice/message/index",
    "站内信",
    "mail",
    20,
    can("cs_message", "view add assign"),
  ),
];

export const order: Page[] = [
  page(
    "/ordermanage/index",
    "订单列表",
    "list",
    20,
    can("om_order", "view add edit rule hold approve cancel unmask export print"),
  ),
  page(
    "/ordermanage/orderRule/index",
    "订单规则",
    "sliders",
    30,
    can("om_orderrule", "view add edit del export"),
  ),
  page(
    "/packageorder/index",
    "包裹订单",
    "box",
    40,
    can("pkg_order", "view send ship cancel edit unmask print export"),
  ),
];
