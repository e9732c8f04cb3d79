import { type ExampleCell, openingExamples } from "./opening-examples";

const none = null;

/** Barcode n of the examples: ten digits, two of its number, the check digit. */
function barcode(n: number): string {
  const body = `2000000000${String(n).padStart(2, "0")}`;
  const sum = [...body].reverse().reduce((s, d, i) => s + Number(d) * (i % 2 ? 1 : 3), 0);
  return body + ((10 - (sum % 10)) % 10);
}

/** A SKU by its code, name, style, specification, price, weight, size, supplier, batches, days it keeps. */
function sku(
  n: number,
  [code, name, spu, spec]: [string, string, string, string],
  price: number,
  weight: number,
  size: [number, number, number],
  supplier: string,
  [batch, days]: [string, number | null] = ["否", none],
): ExampleCell[] {
  const goods: ExampleCell[] = [code, name, "普通", spu, spec, "pcs", barcode(n), price, weight];
  return goods.concat(size, none, none, none, supplier, batch, days);
}

/**
 * Company 远帆 (company.md 11.1), which fills a template in. What the scenario leaves open is invented.
 * Rows below the headings, by the sheet.
 */
export const examples: Readonly<Record<string, readonly (readonly ExampleCell[])[]>> = {
  "01公司主体": [
    ["SZ01", "深圳远帆", "中国", none, none, "深圳市南山区", "招商银行深圳分行", "755900000101", "CNY", none],
    ["HK01", "远帆香港", "中国香港", none, none, "香港九龙", "汇丰银行香港", "400900000102", "USD", "HSBCHKHH"],
    ["US01", "Yuanfan LLC", "美国", none, none, "Dover, DE", "Chase Bank", "830100000103", "USD", "CHASUS33"],
  ],
  "02币种汇率": [
    ["USD", "2025-12-01", 7.12, none, "中间价"],
    ["HKD", "2025-12-01", 0.915, none, "中间价"],
    ["EUR", "2025-12-01", 8.25, none, "中间价"],
    ["USD", "2026-01-01", 7.1, none, "中间价"],
    ["HKD", "2026-01-01", 0.913, none, "中间价"],
    ["EUR", "2026-01-01", 8.28, none, "中间价"],
  ],
  "03部门": [
    ["ZJB", "总经办", none, "boss"],
    ["YY", "运营部", none, "ops_lead"],
    ["CG", "采购部", none, "pm1"],
    ["CK", "仓储部", none, "wh1"],
    ["WL", "物流部", none, "lg1"],
    ["CW", "财务部", none, "fin1"],
  ],
  "04人员": [
    ["boss", "周总", "ZJB", "总经理", "管理层", none, none, none, none],
    ["ops_lead", "吴经理", "YY", "运营经理", "运营经理", none, none, none, "boss"],
    ["ops1", "郑运营", "YY", "运营专员", "运营专员", none, none, "G1", "ops_lead"],
    ["buyer1", "王采购", "CG", "采购员", "采购员", none, none, none, "pm1"],
    ["pm1", "冯经理", "CG", "采购经理", "采购经理", none, none, none, "boss"],
    ["wh1", "陈仓管", "CK", "仓管", "仓管质检", none, none, none, "boss"],
    ["lg1", "褚物流", "WL", "物流", "物流", none, none, none, "boss"],
    ["fin1", "卫财务", "CW", "会计", "财务", none, none, none, "boss"],
    ["cash1", "蒋出纳", "CW", "出纳", "出纳", none, none, none, "fin1"],
    ["order1", "沈订单", "YY", "订单专员", "订单专员", none, none, none, "ops_lead"],
  ],
  "05仓库": [
    ["WH-SZ", "深圳仓", "国内仓", "中国", "Asia/Shanghai", none, none, "wh1", none, "是", "否"],
    ["FBA-US", "美国FBA仓", "FBA仓", "美国", "America/Los_Angeles", "AMZ-US-A", none, "lg1", none, "否", "否"],
  ],
  "06店铺": [
    ["AMZ-US-A", "美国店A", "Amazon", "US", "A1YUANFANUS", "YY", none],
    ["AMZ-DE-A", "德国店A", "Amazon", "DE", "A1YUANFANDE", "YY", none],
  ],
  "07小组": [["G1", "一组", "YY", "ops_lead"]],
  "08供应商": [
    ["S01", "宁波厨具厂", "货品", "CNY", "专票", 13, "预付+尾款", 30, none, none, "宁波市", "buyer1", none, none, none],
    ["S02", "佛山五金厂", "货品", "CNY", "专票", 13, "月结", none, 30, none, "佛山市", "buyer1", none, none, none],
    ["S03", "深圳电子厂", "货品", "CNY", "专票", 13, "现结", none, none, none, "深圳市", "buyer1", none, none, none],
    [
      "S04",
      "Saigon Outdoor",
      "货品",
      "USD",
      "不开票",
      0,
      "预付+尾款",
      30,
      none,
      "FOB",
      "Saigon",
      "buyer1",
      none,
      none,
      none,
    ],
    ["S05", "东莞纸品厂", "包材", "CNY", "普票", 3, "月结", none, 30, none, "东莞市", "buyer1", none, none, none],
    ["S06", "远洋货运", "物流", "CNY", "专票", 6, "月结", none, 30, none, "深圳市", "lg1", none, none, none],
  ],
  "09SPU": [
    ["HKC0001", "保温壶", "Vacuum Kettle", "厨房用具", none],
    ["HKS0001", "收纳盒", "Storage Box", "收纳整理", none],
    ["ELC0001", "电热杯", "Electric Cup", "充电电源", none],
    ["ODC0001", "折叠桌", "Folding Table", "露营装备", none],
    ["ODC0002", "折叠椅", "Folding Chair", "露营装备", none],
    ["PTF0001", "宠物粮桶", "Pet Food Bin", "喂食饮水", none],
    ["BTH0001", "干发帽", "Hair Towel", "美发工具", none],
  ],
  "10SKU": [
    sku(1, ["HKC0001-BK", "保温壶 黑", "HKC0001", "颜色:黑色"], 41.2, 620, [20, 12, 30], "S01"),
    sku(2, ["HKC0001-WH", "保温壶 白", "HKC0001", "颜色:白色"], 41.2, 620, [20, 12, 30], "S01"),
    sku(3, ["HKS0001-S", "收纳盒 小", "HKS0001", "规格:小"], 6.35, 210, [18, 12, 10], "S02"),
    sku(4, ["HKS0001-L", "收纳盒 大", "HKS0001", "规格:大"], 9.8833, 380, [30, 20, 16], "S02"),
    sku(5, ["ELC0001-US", "电热杯 美规", "ELC0001", "插头:美规"], 33.3333, 540, [14, 14, 22], "S03"),
    sku(6, ["ELC0001-EU", "电热杯 欧规", "ELC0001", "插头:欧规"], 34.1, 540, [14, 14, 22], "S03"),
    sku(7, ["ODC0001-GN", "折叠桌 绿", "ODC0001", "颜色:绿色"], 57, 2400, [60, 40, 8], "S04"),
    sku(8, ["ODC0002-OR", "折叠椅 橙", "ODC0002", "颜色:橙色"], 88.4, 3100, [70, 50, 10], "S04"),
    sku(9, ["PTF0001-WH", "宠物粮桶 白", "PTF0001", "颜色:白色"], 52.5, 900, [30, 30, 40], "S03", ["是", 730]),
    sku(10, ["BTH0001-PK", "干发帽 粉", "BTH0001", "颜色:粉色"], 28, 420, [34, 26, 6], "S03"),
    [
      "E-BOX-01",
      "五层纸箱",
      "简易包材",
      none,
      none,
      "pcs",
      none,
      1.15,
      300,
      40,
      30,
      30,
      none,
      none,
      none,
      "S05",
      none,
      none,
    ],
    [
      "SET0001-A",
      "保温壶收纳套装",
      "组合",
      none,
      none,
      "set",
      none,
      none,
      none,
      none,
      none,
      none,
      none,
      none,
      none,
      none,
      none,
      none,
    ],
  ],
  "11组合": [
    ["SET0001-A", "HKC0001-BK", 1],
    ["SET0001-A", "HKS0001-S", 2],
  ],
  "12平台映射": [
    ["AMZ-US-A", "HKC-BK-US", "HKC0001-BK", "G1", "AFN", none, none],
    ["AMZ-US-A", "HKS-S-US", "HKS0001-S", "G1", "AFN", none, none],
    ["AMZ-US-A", "ELC-US", "ELC0001-US", "G1", "AFN", none, none],
    ["AMZ-US-A", "ODC-OR-US", "ODC0002-OR", "G1", "AFN", none, none],
    ["AMZ-US-A", "SET-A-US", "SET0001-A", "G1", "MFN", none, none],
    ["AMZ-US-A", "HKC-WH-US", "HKC0001-WH", "G1", "AFN", none, none],
    ["AMZ-DE-A", "ELC-EU-DE", "ELC0001-EU", "G1", "MFN", none, none],
    ["AMZ-DE-A", "PTF-DE", "PTF0001-WH", "G1", "MFN", none, none],
    ["AMZ-DE-A", "HKS-L-DE", "HKS0001-L", "G1", "MFN", none, none],
  ],
  "13审批阈值": [
    ["采购单", "≥", 10_000, "财务"],
    ["采购单", "≥", 100_000, "管理层"],
  ],
  ...openingExamples,
};
