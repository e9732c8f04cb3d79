import { field } from "../kit";

const fee = (label: string) => field.money({ label, currency: "currency", computed: true });
const day = (label: string) => field.date({ label, column: { width: 110, hide: true } });
const percent = (label: string, help: string) =>
  field.percent({
    ...{ label, computed: true, later: true, help },
    column: { width: 110, bar: true, summary: "avg" },
  });

/** The container, and who carries it. */
const base = {
  loadType: field.enum({
    ...{ label: "装载", required: true, default: "fcl", column: { width: 80 }, filter: "in" },
    options: { fcl: { label: "整柜" }, lcl: { label: "拼箱" } },
  }),
  containerType: field.dict({
    ...{ label: "柜型", type: "container_type", when: ["loadType", "fcl"], help: "整柜必填" },
    ...{ column: { width: 80 }, filter: "in" },
  }),
  containerNo: field.text({
    ...{ label: "柜号", max: 11, help: "4个大写字母加7位数字，装柜时必填", column: { width: 130 } },
    pattern: [/^[A-Z]{4}[0-9]{7}$/, "柜号为4个大写字母加7位数字"],
  }),
  sealNo: field.text({ label: "封号", max: 20 }),
  bookingNo: field.text({ label: "订舱号", max: 40 }),
  providerId: field.ref({
    ...{ label: "货代", to: "supplier", only: { supplierType: ["logistics"] }, help: "订舱时必填" },
    ...{ column: { width: 140, hide: true }, filter: "in" },
  }),
  portLoading: field.dict({
    ...{ label: "起运港", type: "sea_port", required: true, column: { width: 90 } },
  }),
  portDest: field.dict({
    ...{ label: "目的港", type: "sea_port", required: true, column: { width: 90 } },
  }),
  destCountry: field.dict({ label: "目的国", type: "country", required: true, filter: "in" }),
  vesselVoyage: field.text({ label: "船名航次", max: 60 }),
  cutoffDate: field.datetime({ label: "截关" }),
  etd: field.date({
    ...{ label: "预计开船", column: { width: 110, sortable: true }, filter: "range" },
  }),
  eta: field.date({ label: "预计到港", column: { width: 110, sortable: true } }),
  atd: { ...day("实际开船"), computed: true },
  ata: { ...day("实际到港"), computed: true },
  clearDate: field.date({ label: "清关日", computed: true }),
  doneDate: field.date({ label: "派送完成日", computed: true }),
} as const;

/** What it costs and how the transfers share it. */
const costs = {
  currency: field.dict({
    ...{ label: "币种", type: "currency", required: true, default: "CNY", section: "费用" },
  }),
  shareType: field.enum({
    ...{ label: "分摊方式", required: true, default: "volume" },
    options: {
      volume: { label: "体积" },
      weight: { label: "计费重" },
      amount: { label: "货值" },
    },
  }),
  oceanFreight: fee("海运费"),
  truckFee: fee("拖车费"),
  customsFee: fee("报关费"),
  destFee: fee("目的港费"),
  totalFee: field.money({
    ...{ label: "费用合计", currency: "currency", computed: true },
    column: { width: 130, summary: "currency" },
  }),
  feeTime: field.datetime({ label: "费用录入时间", computed: true }),
};

/** What is in it, beside what fits in. */
const loaded = {
  transferCount: field.int({
    ...{ label: "调拨单数", computed: true, column: { width: 90, summary: "sum" } },
  }),
  totalCartons: field.int({
    ...{ label: "箱数", computed: true, column: { width: 80, summary: "sum" } },
  }),
  totalVolume: field.decimal({
    ...{ label: "体积", unit: "m³", scale: 4, computed: true },
    column: { width: 100, summary: "sum" },
  }),
  totalWeight: field.decimal({
    ...{ label: "重量", unit: "kg", scale: 2, computed: true },
    column: { width: 110, summary: "sum" },
  }),
  usableM3: field.decimal({
    ...{ label: "可装体积", unit: "m³", scale: 4, computed: true, later: true, hiddenIn: ["view"] },
  }),
  payloadKg: field.decimal({
    ...{ label: "可装重量", unit: "kg", scale: 2, computed: true, later: true, hiddenIn: ["view"] },
  }),
  volumeUsage: percent("装载率%", "占可装体积"),
  weightUsage: percent("载重率%", "占可装重量"),
  transferNos: field.text({ label: "调拨单", computed: true, hiddenIn: ["view"], max: 4000 }),
};

/** Fields of a container load in reading order. */
export const cabinetFields = { ...base, ...costs, ...loaded };

/** One transfer in it. */
export const cabinetLine = {
  transferId: field.ref({
    ...{ label: "调拨单", to: "transfer", required: true },
    only: { transferType: ["2", "3"], status: ["packed"] },
  }),
  destination: field.text({ label: "目的仓/FC", computed: true, max: 100 }),
  cartons: field.int({ label: "箱数", computed: true, sum: true }),
  volumeM3: field.decimal({ label: "体积", unit: "m³", scale: 4, computed: true, sum: true }),
  weightKg: field.decimal({ label: "重量", unit: "kg", scale: 2, computed: true, sum: true }),
  transferStatus: field.text({ label: "发货", computed: true, virtual: true, hiddenIn: ["add"] }),
  customsNo: field.text({
    ...{ label: "报关单", computed: true, virtual: true, hiddenIn: ["add"] },
    numbersOf: ["customs_declaration"],
  }),
  customsStatus: field.text({
    label: "报关状态",
    computed: true,
    virtual: true,
    hiddenIn: ["add"],
  }),
  sharedFee: field.money({
    ...{ label: "分摊费用", currency: "currency", computed: true, hiddenIn: ["add"], sum: true },
  }),
};
