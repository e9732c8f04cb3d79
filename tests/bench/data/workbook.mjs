// A company with many SKUs, as its workbook brings it in.
import { writeXlsx } from "hucre/xlsx";

const STORES = ["AMZ-US-A", "AMZ-DE-A"];
const SUPPLIERS = 50;
/** SKUs of one style. */
const OF_STYLE = 20;

const digits = (n, width) => String(n).padStart(width, "0");
/** An EAN-13 of a number. */
function barcode(n) {
  const body = `20${digits(n, 10)}`;
  const sum = [...body].reduce((s, d, i) => s + Number(d) * (i % 2 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
const letters = (n) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26));
const style = (n) => `Q${letters(Math.floor(n / 9999))}${digits(1 + (n % 9999), 4)}`;
const skuCode = (n) => `${style(Math.floor(n / OF_STYLE))}-${digits(n % OF_STYLE, 2)}`;
const supplier = (n) => `QS${digits(n % SUPPLIERS, 3)}`;
const rows = (count, row) => Array.from({ length: count }, (_, n) => row(n));

const company = {
  "03部门": [
    ["部门编码", "部门名称"],
    ["YY", "运营部"],
  ],
  "04人员": [
    ["用户名", "姓名", "部门编码", "角色"],
    ["ops1", "周运营", "YY", "运营专员"],
    ["buyer1", "李采购", "YY", "采购员"],
  ],
  "06店铺": [["编码", "名称", "站点", "部门编码"], ...STORES.map((code, i) => [code, code, i ? "DE" : "US", "YY"])],
  "07小组": [
    ["编码", "名称", "部门编码"],
    ["G1", "一组", "YY"],
  ],
};

/** The workbook with so many SKUs and as many mappings; `step` 2: every price is another one. */
export function workbook(count, step = 1) {
  const heads = ["编码", "名称", "类型", "开票类型", "税率%", "结算方式", "地址", "负责采购员"];
  const sheets = {
    ...company,
    "08供应商": [
      heads,
      ...rows(SUPPLIERS, (n) => [supplier(n), `量测供应商${n}`, "货品", "专票", 13, "现结", "宁波市", "buyer1"]),
    ],
    "09SPU": [
      ["SPU编码", "款名", "英文名", "品类"],
      ...rows(Math.ceil(count / OF_STYLE), (n) => [style(n), `量测款${n}`, `Style ${n}`, "厨房用具"]),
    ],
    "10SKU": [
      ["SKU编码", "品名", "类型", "SPU编码", "规格", "单位", "条码", "参考采购价(不含税)", "毛重", "默认供应商"],
      ...rows(count, (n) => [
        skuCode(n),
        `量测商品${n}`,
        "普通",
        style(Math.floor(n / OF_STYLE)),
        `颜色:${n % OF_STYLE}号色`,
        "pcs",
        barcode(n),
        step * (10 + (n % 90)),
        100 + (n % 900),
        supplier(n),
      ]),
    ],
    "12平台映射": [
      ["店铺编码", "MSKU", "SKU编码", "小组编码", "配送", "ASIN"],
      ...rows(count, (n) => [STORES[n % 2], `Q-${skuCode(n)}`, skuCode(n), "G1", "AFN", `B0${digits(n, 8)}`]),
    ],
  };
  return writeXlsx({ sheets: Object.entries(sheets).map(([name, own]) => ({ name, rows: own })) });
}
