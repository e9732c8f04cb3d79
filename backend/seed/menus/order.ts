import { can, type MenuGroup, page } from "./page";

export const service: MenuGroup = {
  path: "/customerservice",
  name: "客服管理",
  icon: "headset",
  group: "运营",
  pages: [
    page("/customerservice/allorder/index", "全部订单", "list", [
      can("cs_order", "view edit reship unmask export"),
    ]),
    page("/customerservice/message/index", "站内信", "mail", [
      can("cs_message", "view add assign"),
    ]),
    page("/customerservice/refund/index", "退款", "undo", [
      can("cs_refund", "view add submit approve execute void export"),
    ]),
    page("/customerservice/voc/index", "客户之声", "headset", [
      can("cs_voc", "view add edit assign handle approve export print"),
    ]),
    page("/customerservice/customerManage/index", "客户管理", "users", [
      can("cs_customer", "view edit approve export"),
    ]),
  ],
};

export const order: MenuGroup = {
  path: "/order",
  name: "订单管理",
  icon: "list",
  group: "运营",
  pages: [
    page("/platformorder/index", "平台订单", "globe", [
      can("plat_order", "view sync edit convert export"),
    ]),
    page("/ordermanage/index", "订单列表", "list", [
      can("om_order", "view add edit rule hold approve cancel export print"),
    ]),
    page("/ordermanage/orderRule/index", "订单规则", "sliders", [
      can("om_orderrule", "view add edit del export"),
    ]),
    page("/packageorder/index", "包裹订单", "box", [
      can("pkg_order", "view send ship cancel edit print export"),
    ]),
  ],
};
