import { field } from "../kit";
import { confirmStates, packageTasks } from "./package-words";

const moment = (label: string, column?: { width: number; hide?: boolean }) =>
  field.datetime({ label, computed: true, ...(column && { column }) });

export const packageFields = {
  orderNos: field.text({
    ...{ label: "订单号", computed: true, max: 500, column: { width: 180 }, filter: "like" },
    numbersOf: ["sales_order"],
  }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", computed: true, column: { width: 130 } },
    filter: "in",
  }),
  warehouseId: field.ref({
    ...{ label: "仓库", to: "warehouse", computed: true, column: { width: 130 } },
    filter: "in",
  }),
  provider: field.text({ label: "对接系统", computed: true, max: 30, hiddenIn: ["view"] }),
  logisticsChannelId: field.ref({
    ...{ label: "物流渠道", to: "logistics_channel", computed: true, column: { width: 130 } },
    filter: "in",
  }),
  task: field.enum({
    ...{ label: "等待对方", computed: true, options: packageTasks, column: { width: 100 } },
    filter: "in",
  }),
  failReason: field.text({
    ...{ label: "失败原因", computed: true, max: 300, column: { width: 180, hide: true } },
  }),
  receiver: field.address({
    ...{ label: "收件信息", computed: true, column: { width: 220, hide: true } },
  }),
  carrierCode: field.text({
    ...{ label: "承运商", computed: true, max: 40, column: { width: 100 } },
  }),
  trackingNo: field.text({
    ...{ label: "运单号", computed: true, max: 60, column: { width: 170 }, filter: "prefix" },
  }),
  trackingKey: field.text({
    ...{ label: "承运商与运单号", computed: true, hiddenIn: ["view"], max: 120 },
    unique: "运单号已被其他包裹使用",
  }),
  externalOrderNo: field.text({
    ...{ label: "外部单号", computed: true, max: 60, column: { width: 130, hide: true } },
    filter: "prefix",
  }),
  externalKey: field.text({
    ...{ label: "对接系统与外部单号", computed: true, hiddenIn: ["view"], max: 100 },
    unique: "外部单号已被其他包裹使用",
  }),
  skuCodes: field.text({
    ...{ label: "SKU", computed: true, hiddenIn: ["view"], max: 500 },
    column: { width: 180, hide: true },
  }),
  totalQty: field.int({ label: "件数", computed: true, column: { width: 80, summary: "sum" } }),
  packageWeightKg: field.decimal({
    ...{ label: "预估重量", unit: "kg", scale: 3, computed: true, column: { width: 110 } },
  }),
  actualWeightKg: field.decimal({
    ...{ label: "实际重量", unit: "kg", scale: 3, computed: true, column: { width: 110 } },
  }),
  declaredValue: field.money({
    ...{ label: "申报金额", unit: "USD", computed: true, column: { width: 110, hide: true } },
  }),
  estFreight: field.money({
    ...{ label: "预估运费", unit: "CNY", mask: "purchase_price_view", computed: true, later: true },
    column: { width: 110, summary: "sum", tooltip: "按渠道的运费模板" },
  }),
  freightCurrency: field.dict({ label: "运费币种", type: "currency", computed: true }),
  actualFreight: field.money({
    ...{ label: "实际运费", computed: true, later: true, currency: "freightCurrency" },
    column: { width: 110, summary: "currency" },
  }),
  sentTime: moment("下发时间"),
  labelTime: moment("运单时间"),
  shipTime: field.datetime({
    ...{ label: "出库时间", computed: true, column: { width: 170 }, filter: "range" },
  }),
  deliveredTime: field.datetime({
    ...{ label: "妥投时间", computed: true, column: { width: 170, hide: true }, filter: "range" },
  }),
  deliverDays: field.decimal({
    ...{ label: "妥投天数", scale: 1, computed: true, virtual: true },
    column: { width: 90, hide: true, summary: "avg" },
  }),
  returnedTime: moment("退回时间"),
  confirmState: field.enum({
    ...{ label: "平台回传", computed: true, options: confirmStates, default: "none" },
    ...{ column: { width: 90 }, filter: "in" },
  }),
  trackTime: field.datetime({ label: "轨迹更新", computed: true, hiddenIn: ["view"] }),
  trackEvents: field.json({ label: "物流轨迹", computed: true, hiddenIn: ["view"] }),
};
