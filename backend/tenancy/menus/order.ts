import { can, type Page, page } from "./page";

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
