import { field } from "../kit";
import { customerLevels } from "./words";

const count = (label: string) =>
  field.int({
    ...{ label, computed: true, default: 0 },
    column: { width: 84, sortable: true, summary: "sum" },
  });
const cny = (label: string) =>
  field.money({
    ...{ label, unit: "CNY", computed: true, default: "0" },
    column: { width: 120, sortable: true, summary: "sum" },
  });

export const customerFields = {
  buyerAlias: field.address({ label: "买家代号", computed: true, column: { width: 150 } }),
  buyerKey: field.text({
    ...{ label: "买家标识", computed: true, max: 80, filter: "in" },
    ...{ column: { width: 150, hide: true } },
    help: "由邮箱算出，不能还原；同一买家的订单相同",
  }),
  siteIds: field.refs({
    ...{ label: "站点", to: "site", computed: true, column: { width: 110 }, filter: "in" },
  }),
  level: field.enum({
    ...{ label: "等级", computed: true, options: customerLevels, filter: "in" },
    ...{ column: { width: 80 }, help: "1单新客，2–4单复购，5单起VIP" },
  }),
  orderCount: count("订单数"),
  orderAmountCny: cny("订单金额"),
  refundCount: count("退款数"),
  refundAmountCny: cny("退款金额"),
  refundRate: field.percent({
    ...{ label: "退款率", unit: "%", computed: true, virtual: true },
    column: { width: 84, sortable: true, tooltip: "退款数÷订单数" },
  }),
  vocCount: count("客诉数"),
  firstOrderTime: field.datetime({
    ...{ label: "首单", computed: true, column: { width: 160, hide: true }, filter: "range" },
  }),
  lastOrderTime: field.datetime({
    ...{ label: "末单", computed: true, column: { width: 160, sortable: true }, filter: "range" },
  }),
  tags: field.texts({ label: "标签", computed: true, column: { width: 120 } }),
  blacklist: field.bool({
    ...{ label: "黑名单", computed: true, default: false, filter: "in" },
    column: { width: 80 },
  }),
  blacklistReason: field.text({ label: "拉黑原因", computed: true, max: 200 }),
  blacklistUntil: field.date({ label: "拉黑截止", computed: true, filter: "range" }),
  note: field.longtext({ label: "客户备注", computed: true, max: 1000, wide: true }),
} as const;
