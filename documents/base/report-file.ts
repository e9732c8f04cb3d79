import { defineDocument, field, ownStatus } from "../kit";

/** Reports of a marketplace that are understood. */
export const reportKinds = {
  settlement: { label: "结算报告（V2）" },
  feePreview: { label: "FBA费用预览" },
  storage: { label: "FBA仓储费" },
  agedStorage: { label: "FBA长期仓储费" },
  returns: { label: "FBA买家退货" },
  reimbursements: { label: "FBA赔偿" },
  stock: { label: "FBA库存" },
  ledger: { label: "FBA库存台账" },
  traffic: { label: "销售与流量" },
  listings: { label: "店铺商品" },
  orderCheck: { label: "全部订单" },
} as const;

/** Reports of advertising accounts. */
export const adReportKinds = {
  spCampaigns: { label: "SP活动" },
  sbCampaigns: { label: "SB活动" },
  sdCampaigns: { label: "SD活动" },
  spAdvertisedProduct: { label: "SP推广商品" },
  sdAdvertisedProduct: { label: "SD推广商品" },
  spTargeting: { label: "SP投放" },
  spSearchTerm: { label: "SP搜索词" },
} as const;

/** What a file may be. */
export const fileKinds = { ...reportKinds, ...adReportKinds } as const;

export type ReportKind = keyof typeof fileKinds;

/** 报告文件 (figures.md A.5): a report as the platform made it, and what became of its rows. */
export const reportFile = defineDocument({
  name: "report_file",
  label: "报告文件",
  module: "base",
  number: "BG",
  menu: { group: "base", icon: "upload", sort: 136, words: { retry: "重新解析" } },
  start: { copy: false },
  can: { edit: false, del: false },
  keyword: ["no", "fileName"],
  list: { tabs: true },
  formColumns: 1,
  status: ownStatus(
    {
      waiting: { label: "待解析", tone: "orange" },
      done: { label: "已导入", tone: "green" },
      duplicate: { label: "重复文件", tone: "grey" },
      changed: { label: "有变更", tone: "orange" },
      failed: { label: "失败", tone: "red" },
    },
    { initial: "waiting", editable: [] },
  ),
  glance: {
    queues: [{ label: "报告解析失败", where: { status: "failed" }, about: "problem", permission: "retry", late: true }],
  },
  fields: {
    storeId: field.ref("店铺", {
      to: "store",
      required: true,
      help: "卖家账户的任一店铺；报告中的其他站点自动归到该账户的店铺。广告报告归到所选的店铺",
      column: { width: 150 },
      filter: "in",
    }),
    files: field.files("文件", {
      required: true,
      max: 9,
      wide: true,
      requiredMessage: "请上传报告文件",
      help: `平台下载的txt、csv、tsv、json原文件（可压缩为gz，或每个zip一个文件），或xlsx（读第一张表），合计不超过20MB；可一次多个，每个导入为一条；按表头识别：${Object.values(
        fileKinds,
      )
        .map(({ label }) => label)
        .join("、")}。广告报告按“每日”下载`,
    }),
    reportTime: field.datetime("报告时间", {
      help: "平台生成报告的时间，旧的报告不覆盖新的；不填为上传时间",
      column: { hide: true, phone: false },
    }),
    fileName: field.text("文件名", { computed: true, max: 200, column: { width: 220 }, filter: "like" }),
    kind: field.enum("报告", { computed: true, options: fileKinds, column: true, filter: "in" }),
    origin: field.enum("来源", {
      computed: true,
      default: "upload",
      options: { upload: { label: "上传" }, api: { label: "接口" } },
      column: true,
      filter: "in",
    }),
    period: field.text("期间", { computed: true, max: 60, column: { width: 190 } }),
    rowCount: field.int("行数", { computed: true, column: true, later: true }),
    settlementId: field.ref("结算单", { to: "settlement", computed: true, column: { width: 140 } }),
    problem: field.text("说明", { computed: true, max: 500, column: { minWidth: 220 } }),
    unread: field.text("没有读取的列", {
      computed: true,
      max: 1000,
      help: "文件中有而系统不认识的列；改了名字的列在“列名对照”补上",
    }),
    fileGoneTime: field.datetime("原文件删除时间", { computed: true, help: "按系统参数“报告原文件保存期”" }),
    charset: field.text("编码", { computed: true, max: 20 }),
    hash: field.text("内容摘要", { computed: true, max: 64, hiddenIn: ["view"] }),
    platformNo: field.text("平台报告编号", { computed: true, max: 60 }),
    replaces: field.bool("代替原明细", { computed: true, hiddenIn: ["view"] }),
  },
  actions: {
    retry: { label: "重新解析", next: true, from: ["failed"], to: "waiting", batch: true },
    nameColumn: {
      label: "对照列名",
      permission: "base_reportcolumn_edit",
      from: ["failed"],
      opens: { document: "report_column", param: "fileId" },
    },
    accept: {
      label: "确认采用",
      permission: "retry",
      from: ["changed"],
      notFor: ["kind", "settlement"],
      to: "waiting",
      confirm: "原有而这份报告里没有的行将撤回。",
    },
  },
  screens: {
    list: "/baseSetup/reportFile/index",
    create: "/baseSetup/reportFile/create",
    detail: "/baseSetup/reportFile/detail",
    titles: { list: "报告文件", create: "上传报告", detail: "报告文件详情" },
  },
});
