import { z } from "zod";
import { defineDocument, field, flowStatus, lineRemark, onePage, reason, voidAction } from "../kit";
import { contractSnapshot } from "./contract-snapshot";
import { taxTypes } from "./order-terms";

const secret = "purchase_price_view";

const amount = (label: string) => field.money(label, { computed: true, currency: "currency", mask: secret });
const term = (label: string) => field.longtext(label, { max: 2000, wide: true });

/** 采购合同 (supply.md 3): one contract over approved orders of one supplier. */
export const purchaseContract = defineDocument({
  name: "purchase_contract",
  label: "合同",
  module: "purchase",
  can: { undelete: false },
  menu: { group: "purchase", icon: "file", sort: 50 },
  number: "HT",
  many: true,
  flow: { amount: "baseAmount" },
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "contractNo", "poNos", "supplierText"],
  lookup: { foundBy: ["supplierId", "buyerId"] },
  start: { prefill: { poId: "purchase_order" } },
  list: { tabs: true },
  calls: { sends: { sheet: contractSnapshot, frozen: z.string().nullable() } },
  status: flowStatus({
    approved: { label: "待签署", tone: "blue" },
    signed: { label: "已生效", tone: "green" },
    terminated: { label: "已终止", tone: "red" },
  }),
  glance: {
    figures: [
      { field: "totalAmount", label: "金额" },
      { field: "depositPaid", label: "定金已付 / 定金", of: "depositAmount" },
      { field: "balancePaid", label: "尾款已付 / 尾款", of: "balanceAmount" },
      { field: "signDate" },
    ],
    brief: { amount: "totalAmount", date: "signDate" },
    queues: [{ label: "待签署", where: { status: "approved" }, about: "supplierId", permission: "sign" }],
  },
  fields: {
    contractType: field.enum("合同类型", { computed: true, options: taxTypes, column: true, filter: "in" }),
    supplierId: field.ref("乙方(供应商)", { to: "supplier", computed: true, column: { width: 170 }, filter: "in" }),
    companyId: field.ref("甲方(主体)", { to: "company", computed: true, column: true }),
    buyerId: field.ref("采购员", { to: "user", computed: true }),
    poNos: field.text("采购单号", { computed: true, numbersOf: ["purchase_order"], column: true }),
    poId: field.ref("采购单", {
      to: "purchase_order",
      computed: true,
      virtual: true,
      hiddenIn: ["view"],
      filter: "in",
      linked: true,
    }),
    totalAmount: field.money("合同总额", {
      currency: "currency",
      computed: true,
      mask: secret,
      column: { sortable: true },
    }),
    currency: field.dict("币种", { type: "currency", computed: true, column: true }),
    baseAmount: field.money("总额", { unit: "CNY", computed: true, mask: secret, column: { summary: "sum" } }),
    totalAmountCn: field.text("大写", { computed: true, max: 100, mask: secret }),
    depositRate: field.percent("预付比例%", { computed: true, later: true }),
    depositAmount: amount("定金"),
    balanceAmount: amount("尾款"),
    depositPaid: { ...amount("定金已付"), virtual: true },
    balancePaid: { ...amount("尾款已付"), virtual: true },
    templateId: field.ref("合同模板", { to: "contract_template", required: true }),
    signPlace: field.text("签订地点", { max: 50, default: "深圳" }),
    signDate: field.date("签订日期", { computed: true, column: { sortable: true }, filter: "range" }),
    deliveryTerm: { ...term("交货条款"), help: "条款留空则由模板生成", section: "条款" },
    qualityTerm: term("质量条款"),
    breachTerm: term("违约条款"),
    paymentTerm: term("付款条款"),
    contractNo: field.text("合同编号", {
      computed: true,
      virtual: true,
      help: "签署后变更的合同重新签署，编号为单号加补充协议的次序",
    }),
    supplement: field.int("补充协议", { unit: "份", computed: true }),
    generated: field.json("模板生成的条款", { computed: true, hiddenIn: ["view"] }),
    picUrl: field.text("合同图", { computed: true, hiddenIn: ["view"] }),
    picHash: field.text("合同图摘要", { computed: true }),
    signedFiles: field.files("已签合同", { computed: true, max: 9, wide: true }),
    supplierText: field.text("供应商名称", { computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    orders: {
      label: "采购单",
      table: "purchase_contract_order",
      required: "请至少添加一条明细",
      max: 50,
      fields: {
        poId: field.ref("采购单", { to: "purchase_order", required: true }),
        poNo: field.text("单号", { computed: true, hiddenIn: ["add", "edit", "view"] }),
        amount: { ...amount("金额"), sum: true },
        rows: field.json("合同货物", { computed: true, hidden: true, mask: secret }),
        remark: lineRemark(),
      },
    },
  },
  actions: {
    sign: {
      label: "上传签署件",
      next: true,
      from: ["approved"],
      to: "signed",
      input: {
        signDate: field.date("签订日期", { required: true }),
        signedFiles: field.files("已签合同", { max: 9, required: true, requiredMessage: "请上传已签署的合同" }),
      },
    },
    terminate: {
      label: "终止",
      permission: "void",
      from: ["signed"],
      to: "terminated",
      danger: true,
      confirm: "终止后不能恢复。",
      input: reason("终止原因", "请填写终止原因"),
    },
    void: voidAction(["approved"]),
  },
  exports: {
    archive: {
      sheet: "合同图",
      files: ["signedFiles"],
      list: ["no", "supplierId", "totalAmount", "currency", "signDate", "status"],
    },
  },
  screens: {
    list: "/purchaseContract/index",
    ...onePage("/approveContract/index"),
    print: "/purchaseContract/print",
    pages: {
      taxPicture: {
        path: "/showTaxContractPic/index",
        title: "含税合同图",
        only: ["contractType", "tax", "该合同为不含税合同"],
      },
      nonTaxPicture: {
        path: "/showNonTaxContractPic/index",
        title: "不含税合同图",
        only: ["contractType", "nonTax", "该合同为含税合同"],
      },
      signedFiles: { path: "/contractAttachView/index", title: "合同附件" },
    },
    titles: { list: "采购合同", create: "新建合同", detail: "合同审批" },
  },
});
