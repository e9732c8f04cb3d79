import { defineDocument, field } from "../kit";
import { company } from "./company";
import { feed } from "./connect/feed";
import { job } from "./connect/job";
import { outbox } from "./connect/outbox";
import { unmapped } from "./connect/unmapped";
import { connector } from "./connector";
import { etlRun } from "./etl/run";
import { etlTask } from "./etl/task";
import { exchangeRate } from "./exchange-rate";
import { group } from "./group";
import { logisticsChannel } from "./logistics-channel";
import { goodsMappings } from "./mapping";
import { reportColumn } from "./report-column";
import { reportFile } from "./report-file";
import { adReport, reportTask } from "./report-task";
import { salesHistory } from "./sales-history";
import { site } from "./site";
import { store } from "./store";
import { warehouse } from "./warehouse";

/** 外部应用: an account of the XY product centre; each has goods of its own. */
const externalApp = defineDocument({
  name: "external_app",
  label: "外部应用",
  module: "base",
  api: "/basesetup/externalapp",
  menu: { group: "base", icon: "link", sort: 65, label: "外部应用" },
  display: "appName",
  derived: true,
  keyword: ["appCode", "appName"],
  lookup: { facts: { name: "appCode" } },
  list: { sort: [{ by: "id" }] },
  can: { export: false },
  start: { copy: false },
  formColumns: 1,
  fields: {
    appCode: field.text("AppId", {
      required: true,
      readonlyIn: ["edit"],
      unique: "AppId已存在",
      pattern: [/^[A-Za-z0-9._-]{2,40}$/, "AppId为2到40位字母、数字、点、横线或下划线"],
      column: { width: 180, fixed: "left" },
    }),
    appName: field.text("应用名称", { required: true, max: 50, unique: "应用名称已存在", column: { width: 180 } }),
    appKey: field.secret("AppKey", { max: 200 }),
    state: field.enum("状态", {
      default: "enabled",
      column: true,
      filter: "in",
      options: { enabled: { label: "启用", tone: "green" }, disabled: { label: "停用", tone: "grey" } },
    }),
  },
  screens: { list: "/baseSetup/externalApp/index" },
});

const MERGE = "可用：{乙方} {甲方} {币种} {总额} {大写} {定金} {尾款} {预付比例} {交期} {收货仓} {账期}";

/** 合同模板 (supply.md 3, B.7): terms with merge fields that a contract fills in. */
const contractTemplate = defineDocument({
  name: "contract_template",
  label: "合同模板",
  module: "purchase",
  menu: { group: "purchase", icon: "file", sort: 60 },
  display: "name",
  derived: true,
  keyword: ["name"],
  list: { sort: [{ by: "id" }] },
  can: { export: false },
  formColumns: 2,
  fields: {
    name: field.text("模板名称", {
      required: true,
      max: 50,
      unique: "模板名称已存在",
      column: { width: 220, fixed: "left" },
    }),
    contractType: field.enum("合同类型", {
      required: true,
      default: "tax",
      options: { tax: { label: "含税", tone: "blue" }, nonTax: { label: "不含税", tone: "grey" } },
      column: true,
      filter: "in",
    }),
    enabled: field.bool("启用", { default: true, column: true }),
    deliveryTerm: field.longtext("交货条款", { required: true, max: 2000, wide: true, help: MERGE }),
    qualityTerm: field.longtext("质量条款", { required: true, max: 2000, wide: true }),
    breachTerm: field.longtext("违约条款", { required: true, max: 2000, wide: true }),
    paymentTerm: field.longtext("付款条款", { required: true, max: 2000, wide: true }),
  },
  screens: { list: "/purchaseContract/template/index" },
});

/** Declarations of 基础资料. */
export const baseDocuments = [
  site,
  store,
  group,
  warehouse,
  logisticsChannel,
  company,
  exchangeRate,
  externalApp,
  ...goodsMappings,
  contractTemplate,
  connector,
  outbox,
  feed,
  unmapped,
  job,
  etlTask,
  etlRun,
  salesHistory,
  reportFile,
  reportTask,
  adReport,
  reportColumn,
] as const;
