import type { SetupKey } from "../setup";
import { warehouseKinds } from "../warehouse";
import { bool, choice, currency, date, dict, labels, must, number, ref, text } from "./columns";
import { openingSheets } from "./opening-sheets";
import type { BookSheet } from "./words";

const CODE = { required: true, hint: "2到20位大写字母、数字或横线；再次导入时按它更新" };
const country = (label: string) => dict("country", label, "country");

const companies: BookSheet = {
  name: "01公司主体",
  label: "公司主体",
  key: ["code"],
  columns: [
    text("code", "编码", CODE),
    text("name", "名称", must),
    country("国家/地区"),
    text("creditCode", "统一社会信用代码"),
    text("phone", "电话"),
    text("address", "地址"),
    text("bankName", "开户行"),
    text("accountNo", "账号", { hint: "填写账号时请一并填写开户行和账户币种" }),
    currency("accountCurrency", "账户币种"),
    text("swift", "SWIFT"),
  ],
};

const rates: BookSheet = {
  name: "02币种汇率",
  label: "汇率",
  key: ["currency", "effectiveDate"],
  columns: [
    currency("currency", "币种", must),
    date("effectiveDate", "生效日期", must),
    number("officialRate", "官方汇率", { ...must, positive: true, hint: "1单位外币折人民币" }),
    number("myRate", "自定汇率", { positive: true, hint: "填写后代替官方汇率" }),
    text("source", "来源"),
  ],
};

const depts: BookSheet = {
  name: "03部门",
  label: "部门",
  key: ["code"],
  columns: [
    text("code", "部门编码", CODE),
    text("name", "部门名称", must),
    ref("parentId", "上级编码", "dept", { hint: "不填则在总部之下" }),
    ref("leaderId", "负责人", "user", { hint: "用户名；必须属于本部门" }),
  ],
};

const people: BookSheet = {
  name: "04人员",
  label: "人员",
  key: ["username"],
  columns: [
    text("username", "用户名", { required: true, hint: "字母开头的3到32位字母、数字、下划线或点" }),
    text("displayname", "姓名", must),
    ref("deptId", "部门编码", "dept", must),
    text("postName", "岗位"),
    ref("roleIds", "角色", "role", { required: true, many: true, hint: "角色名称，多个用顿号分开" }),
    text("mobile", "手机"),
    text("email", "邮箱"),
    ref("groupIds", "小组编码", "group", { many: true, hint: "多个用顿号分开" }),
    ref("superiorId", "上级", "user", { hint: "用户名" }),
  ],
};

const warehouses: BookSheet = {
  name: "05仓库",
  label: "仓库",
  key: ["code"],
  columns: [
    text("code", "编码", CODE),
    text("name", "名称", must),
    choice("kind", "类型", labels(warehouseKinds), must),
    country("国家"),
    text("timezone", "时区", { hint: "不填则为Asia/Shanghai" }),
    ref("storeId", "店铺编码", "store", { hint: "FBA仓必填" }),
    ref("providerId", "服务商", "supplier", { hint: "供应商编码；三方海外仓必填" }),
    ref("managerId", "负责人", "user", { required: true, hint: "用户名" }),
    ref("memberIds", "仓管员", "user", { many: true, hint: "用户名，多个用顿号分开" }),
    bool("needInspect", "到货质检"),
    bool("batchEnabled", "启用批次"),
  ],
};

const stores: BookSheet = {
  name: "06店铺",
  label: "店铺",
  key: ["storeCode"],
  columns: [
    text("storeCode", "编码", CODE),
    text("storeName", "名称", must),
    choice("platform", "平台", { amazon: "Amazon" }, { hint: "不填则为Amazon" }),
    ref("siteId", "站点", "site", { required: true, hint: "站点代码，如US" }),
    text("sellerId", "卖家编号"),
    ref("deptId", "部门编码", "dept"),
    text("adProfileId", "广告账号"),
  ],
};

const groups: BookSheet = {
  name: "07小组",
  label: "小组",
  key: ["groupCode"],
  columns: [
    text("groupCode", "编码", CODE),
    text("groupName", "名称", must),
    ref("deptId", "部门编码", "dept", must),
    ref("leaderId", "组长", "user", { hint: "用户名" }),
  ],
};

const suppliers: BookSheet = {
  name: "08供应商",
  label: "供应商",
  key: ["code"],
  columns: [
    text("code", "编码", CODE),
    text("name", "名称", must),
    choice(
      "supplierType",
      "类型",
      { goods: "货品", packing: "包材", logistics: "物流", customs: "报关行", service: "服务" },
      must,
    ),
    currency("currency", "结算币种", { hint: "不填则为人民币" }),
    choice("taxType", "开票类型", { special: "专票", normal: "普票", none: "不开票" }, must),
    dict("taxRate", "税率%", "tax_rate", { hint: "专票不填则为13；不开票为0" }),
    choice("settleMethod", "结算方式", { cod: "现结", deposit: "预付+尾款", monthly: "月结" }, must),
    number("depositRate", "预付比例%", { hint: "结算方式为预付+尾款时必填" }),
    number("periodDays", "账期", { hint: "月结必填：30、45或60" }),
    dict("tradeTerm", "贸易条款", "trade_term"),
    text("address", "地址", { required: true, hint: "印在合同上" }),
    ref("buyerId", "负责采购员", "user", { required: true, hint: "用户名" }),
    text("bankName", "开户行"),
    text("accountName", "户名"),
    text("accountNo", "账号", { hint: "填写账号时请一并填写开户行和户名" }),
  ],
};

const spus: BookSheet = {
  name: "09SPU",
  label: "SPU",
  key: ["spuCode"],
  columns: [
    text("spuCode", "SPU编码", { required: true, hint: "2到4位大写字母加4位数字" }),
    text("name", "款名", { required: true, hint: "没有同名产品时一并建立产品" }),
    text("nameEn", "英文名"),
    dict("categoryId", "品类", "product_category", { required: true, hint: "末级品类的名称或代码" }),
    text("modelCode", "型号", { hint: "不填则为SPU编码" }),
  ],
};

/** Kinds of SKUs; of simple ones also what for. */
export const SKU_KINDS = {
  normal: "普通",
  combo: "组合",
  packing: "简易包材",
  gift: "简易赠品",
  sample: "简易样品",
  accessory: "简易配件",
  consumable: "简易耗材",
};

const skus: BookSheet = {
  name: "10SKU",
  label: "SKU",
  key: ["skuCode"],
  columns: [
    text("skuCode", "SKU编码", { required: true, hint: "3到32位大写字母、数字或横线；简易SKU以E-开头" }),
    text("name", "品名", must),
    choice("skuType", "类型", SKU_KINDS, must),
    ref("spuId", "SPU编码", "spu", { hint: "普通SKU必填" }),
    text("attrList", "规格", { hint: "如 颜色:黑色；多项用分号分开" }),
    dict("unit", "单位", "unit", { hint: "不填则为件" }),
    text("barcode", "条码", { hint: "商品上的EAN、UPC或自有条码" }),
    number("purchasePrice", "参考采购价(不含税)", { hint: "人民币" }),
    number("grossWeightG", "毛重", { hint: "克" }),
    number("pkgLengthCm", "单品包装长", { hint: "厘米" }),
    number("pkgWidthCm", "单品包装宽", { hint: "厘米" }),
    number("pkgHeightCm", "单品包装高", { hint: "厘米" }),
    text("hsCode", "海关编码", { hint: "10位数字" }),
    text("declareNameEn", "申报英文品名"),
    number("declarePrice", "申报单价", { hint: "美元" }),
    ref("defaultSupplierId", "默认供应商", "supplier", { hint: "供应商编码；普通SKU须一并填写参考采购价" }),
    bool("batchManaged", "管理批次"),
    number("shelfDays", "有效期天数"),
    text("pictures", "图片", { hint: "https地址，多个用分号分开；也可在“商品图片”上传压缩包" }),
  ],
};

const combos: BookSheet = {
  name: "11组合",
  label: "组合成分",
  key: ["comboId", "childSkuId"],
  columns: [
    ref("comboId", "组合SKU编码", "sku", must),
    ref("childSkuId", "子SKU编码", "sku", must),
    number("qty", "数量", { required: true, positive: true }),
  ],
};

const listings: BookSheet = {
  name: "12平台映射",
  label: "平台映射",
  key: ["storeId", "msku"],
  columns: [
    ref("storeId", "店铺编码", "store", must),
    text("msku", "MSKU", must),
    ref("skuId", "SKU编码", "sku", must),
    ref("groupId", "小组编码", "group", must),
    choice("fulfillmentChannel", "配送", { AFN: "AFN", MFN: "MFN" }, { hint: "AFN或MFN，不填则为AFN" }),
    text("fnsku", "FNSKU", { hint: "只有AFN可以填写" }),
    text("asin", "ASIN"),
    text("parentAsin", "父ASIN", { hint: "同一父体的变体填同一个" }),
  ],
};

const thresholds: BookSheet = {
  name: "13审批阈值",
  label: "审批阈值",
  key: ["document", "approver"],
  columns: [
    text("document", "单据", { required: true, hint: "单据名称，如采购单" }),
    choice("condition", "条件", { atLeast: "≥" }, must),
    number("amount", "金额", { required: true, hint: "人民币，达到时由审批人审批" }),
    ref("approver", "审批人", "role", { required: true, hint: "角色名称" }),
  ],
};

/** Every sheet that can be read, in the order of the template. */
export const workbookSheets = [
  companies,
  rates,
  depts,
  people,
  warehouses,
  stores,
  groups,
  suppliers,
  spus,
  skus,
  combos,
  listings,
  thresholds,
  ...openingSheets,
] as const;

/** Sheets that a step of 开始使用 is filled by. */
export const sheetsOfStep: Partial<Record<SetupKey, readonly BookSheet[]>> = {
  company: [companies],
  rates: [rates],
  people: [depts, people, groups],
  warehouses: [warehouses],
  stores: [stores],
  suppliers: [suppliers],
  products: [spus, skus, combos, listings],
  approvals: [thresholds],
  openings: openingSheets,
};

/** Number of a sheet as its name says it: two digits. */
export const numberOf = ({ name }: Pick<BookSheet, "name">): string => name.slice(0, 2);

/** SheetsWritten instead of a value: the field becomes empty. */
export const CLEAR = "<清空>";
