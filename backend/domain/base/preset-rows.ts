import { DEPTS } from "#backend/platform/tenancy/organisation/depts";
import { SITES } from "#backend/platform/tenancy/sites";

/** Rows of a master that an earlier start without a demonstration filled in: code and name, both as they were. */
export interface Preset {
  document: string;
  code: string;
  name: string;
  rows: readonly (readonly [code: string, name: string])[];
}

const US = ["USPS-GA Ground Advantage", "USPS-PM Priority Mail"].map((s): [string, string] => {
  const [code = "", ...name] = s.split(" ");
  return [code, `USPS ${name.join(" ")}`];
});
const NORTH: [string, string][] = [
  ...US,
  ["UPS-GND", "UPS Ground"],
  ["UPS-2D", "UPS 2nd Day Air"],
  ["FDX-HD", "FedEx Home Delivery"],
  ["FDX-GE", "FedEx Ground Economy"],
];
const services = (key: string, word: string, list: readonly [string, string][]) =>
  list.map(([code, name]): [string, string] => [`${key}-${code}`, [word, name].filter(Boolean).join(" ")]);

/** Those that name others stand first; a department stands before the one above it. */
export const PRESETS: readonly Preset[] = [
  {
    document: "logistics_channel",
    code: "code",
    name: "name",
    rows: [
      ...services("GCW", "谷仓美西", NORTH),
      ...services("GCE", "谷仓美东", NORTH),
      ...services("LA", "洛杉矶", NORTH.slice(0, 3)),
      ...services("DE", "德国", [
        ["DHL-PKT", "DHL Paket"],
        ["DPD-CL", "DPD Classic"],
        ["GLS-BP", "GLS BusinessParcel"],
        ["HMS-STD", "Hermes Standard"],
      ]),
      ...services("CN", "", [
        ["YT-THPHR", "云途全球专线挂号"],
        ["YW-EXP", "燕文专线追踪"],
        ["SF-INTL", "顺丰国际小包"],
        ["EMS-EPKT", "e邮宝"],
        ["DHL-EXP", "DHL国际快递"],
      ]),
    ],
  },
  {
    document: "group",
    code: "group_code",
    name: "group_name",
    rows: Array.from({ length: 60 }, (_, i) => [`G${String(i + 1).padStart(2, "0")}`, `运营${i + 1}组`] as const),
  },
  {
    document: "warehouse",
    code: "code",
    name: "name",
    rows: [
      ["WH-SZ", "深圳仓"],
      ["WH-YW", "义乌仓"],
      ["WH-SAMPLE", "样品仓"],
      ["OS-LA", "洛杉矶自营仓"],
      ["TP-DE-WINIT", "德国三方仓"],
      ["GC-W", "谷仓美西"],
      ["GC-E", "谷仓美东"],
      ["FBA-US", "FBA美国"],
      ["FBA-UK", "FBA英国"],
      ["FBA-DE", "FBA德国"],
      ["FBA-JP", "FBA日本"],
    ],
  },
  {
    document: "store",
    code: "store_code",
    name: "store_name",
    rows: SITES.flatMap(([code, name]) =>
      [1, 2].map((n): [string, string] => [`AMZ-${code}-${n}`, `亚马逊${name}${n}店`]),
    ),
  },
  {
    document: "company",
    code: "code",
    name: "name",
    rows: [
      ["C1", "深圳市跨境通贸易有限公司"],
      ["C2", "义乌市跨境通电子商务有限公司"],
    ],
  },
  // The root is the company's own; what is above goes after what is below.
  {
    document: "dept",
    code: "name",
    name: "name",
    rows: DEPTS.filter(({ parent }) => parent)
      .map(({ name }) => [name, name] as const)
      .reverse(),
  },
];

/** Example brands, by value and label. */
export const PRESET_BRANDS = [
  ["demo-a", "示例品牌A"],
  ["demo-b", "示例品牌B"],
  ["demo-c", "示例品牌C"],
] as const;

/** CNY per unit that made-up rates lie around. */
export const PRESET_RATES: Readonly<Record<string, number>> = {
  USD: 7.15,
  EUR: 8.1,
  GBP: 9.4,
  JPY: 0.048,
  CAD: 5.25,
  MXN: 0.39,
  AUD: 4.7,
  AED: 1.95,
  HKD: 0.915,
};
