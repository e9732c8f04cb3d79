import { z } from "zod";
import { defineDocument, field, labelled, ownStatus, pagesAt, reason } from "../kit";

const articleTypes = {
  article: { label: "文章" },
  sop: { label: "流程" },
  faq: { label: "问答" },
  template: { label: "客服话术", tone: "blue" },
} as const;

const visibleScopes = { all: { label: "全员" }, dept: { label: "部门" }, role: { label: "角色" } } as const;

const languages = labelled({
  zh: "中文",
  en: "英语",
  de: "德语",
  fr: "法语",
  es: "西班牙语",
  it: "意大利语",
  ja: "日语",
});

const count = (label: string) => field.int(label, { computed: true, virtual: true, column: true });

const articleFields = {
  title: field.text("标题", { required: true, max: 100, column: { width: 260, fixed: "left" } }),
  categoryId: field.ref("分类", { to: "knowledge_category", tree: true, required: true, filter: "in", column: true }),
  articleType: field.enum("类型", {
    required: true,
    default: "article",
    options: articleTypes,
    filter: "in",
    column: true,
  }),
  language: field.enum("语言", {
    options: languages,
    when: ["articleType", "template"],
    filter: "in",
    column: { hide: true },
  }),
  siteIds: field.refs("站点", { to: "site", when: ["articleType", "template"], help: "不选则全部站点" }),
  visibleScope: field.enum("可见范围", {
    required: true,
    default: "all",
    options: visibleScopes,
    column: { hide: true },
  }),
  visibleDeptIds: field.refs("可见部门", {
    to: "dept",
    tree: true,
    when: ["visibleScope", "dept"],
    help: "含下级部门",
  }),
  visibleRoleIds: field.refs("可见角色", { to: "role", when: ["visibleScope", "role"] }),
  topFlag: field.bool("置顶", { default: false, column: true, help: "发布时通知可见的人" }),
  mine: field.bool("我的", {
    computed: true,
    virtual: true,
    hiddenIn: ["view"],
    filter: "in",
    help: "本人创建、提交或发布的",
  }),
  mustRead: field.bool("须确认已读", { default: false, filter: "in" }),
  expireDate: field.date("有效期至", { help: "过期自动下架；不填则长期有效" }),
  pages: field.texts("适用页面", {
    max: 200,
    filter: "like",
    linked: true,
    help: "页面地址，每行一个，如 /purchaseOrder/index；该页面的位置旁会出现“本页知识”",
  }),
  keywords: field.texts("关键词", { max: 30, help: "每行一个，最多10个" }),
  content: field.richtext("正文", { required: true, wide: true, section: "正文" }),
  summary: field.text("摘要", { max: 200, wide: true, help: "不填则取正文前100字", column: { minWidth: 240 } }),
  changeNote: field.text("修改说明", { max: 200, wide: true, help: "第2版起必填" }),
  plain: field.longtext("正文内容", { computed: true, hiddenIn: ["view"], max: 200_000 }),
  articleVersion: field.int("版本", { computed: true, default: 0, column: { width: 64 } }),
  publisherId: field.ref("发布人", { to: "user", computed: true, column: true }),
  publishTime: field.datetime("发布时间", { computed: true, column: { sortable: true }, filter: "range" }),
  submitterId: field.ref("提交人", { to: "user", computed: true }),
  returnReason: field.text("退回原因", { computed: true, max: 200 }),
  revisionOfId: field.ref("修订自", { to: "knowledge", computed: true, filter: "in", linked: true }),
  viewCount: count("浏览"),
  likeCount: count("点赞"),
} as const;

const articleVersion = {
  articleVersion: field.int("版本", { required: true }),
  title: field.text("标题", { max: 100 }),
  content: field.richtext("正文"),
  editorId: field.ref("修改人", { to: "user" }),
  editTime: field.datetime("时间"),
  changeNote: field.text("修改说明", { max: 200 }),
} as const;

/** What the page of an article is sent besides its fields: the reader's own part, and who has read it. */
const articleSends = {
  mine: z.object({ liked: z.boolean(), read: z.boolean() }),
  readers: z.array(z.object({ name: z.string(), dept: z.string().nullable(), readAt: z.string().nullable() })),
};

/** 知识 (market.md 5): what colleagues are told, by version, for whom it is meant. */
export const knowledge = defineDocument({
  name: "knowledge",
  label: "知识",
  module: "knowledge",
  inSetup: true,
  calls: { sends: articleSends },
  api: "/knowledge/article",
  permission: "kb_article",
  menu: {
    group: "knowledge",
    icon: "book",
    sort: 10,
    label: "知识管理",
    words: { void: false, print: false, approve: "发布、退回与下架", submit: "提交发布", all: "查看全部" },
  },
  number: "ZSK",
  display: "title",
  many: true,
  scopeBy: {
    all: "kb_article_all",
    readers: { scope: "visibleScope", depts: "visibleDeptIds", roles: "visibleRoleIds", states: ["published"] },
  },
  permissions: { print: "view" },
  keyword: ["title", "summary", "plain"],
  formColumns: 2,
  list: {
    tabs: true,
    beside: "categoryId",
    sort: [{ by: "topFlag", desc: true }, { by: "publishTime", desc: true }, { by: "id" }],
  },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      auditing: { label: "待审核", tone: "orange" },
      published: { label: "已发布", tone: "green" },
      offline: { label: "已下架", tone: "grey" },
      merged: { label: "已并入原文", tone: "grey" },
    },
    { path: ["draft", "auditing", "published"] },
  ),
  glance: {
    figures: [{ field: "articleVersion" }, { field: "viewCount" }, { field: "likeCount" }],
    queues: [{ label: "知识待审核", where: { status: "auditing" }, about: "categoryId", permission: "approve" }],
  },
  related: { revisions: { label: "修订", document: "knowledge", by: { revisionOfId: "id" } } },
  fields: articleFields,
  lines: {
    history: { label: "版本历史", table: "knowledge_version", computed: true, max: 2000, fields: articleVersion },
  },
  actions: {
    submit: { label: "提交", next: true, from: ["draft", "offline"], to: "auditing" },
    publish: { label: "发布", next: true, permission: "approve", batch: true, from: ["auditing"], to: "published" },
    sendBack: {
      label: "退回",
      permission: "approve",
      from: ["auditing"],
      to: "draft",
      input: reason("退回原因", "请填写退回原因"),
    },
    revise: {
      label: "修订",
      permission: "edit",
      from: ["published"],
      confirm: "生成一份修订草稿，发布前读者看到的仍是现在的版本。",
    },
    confirmRead: { label: "确认已读", next: true, permission: "view", from: ["published"] },
    like: { label: "点赞", permission: "view", from: ["published"] },
    offline: {
      label: "下架",
      permission: "approve",
      danger: true,
      batch: true,
      from: ["published"],
      to: "offline",
      input: reason("下架原因", "请填写下架原因"),
    },
    move: {
      label: "移动分类",
      permission: "edit",
      batch: true,
      from: ["draft", "published", "offline"],
      input: { categoryId: field.ref("分类", { to: "knowledge_category", tree: true, required: true, asked: true }) },
    },
  },
  screens: {
    list: "/knowledge/base/index",
    ...pagesAt("/knowledge/base/openTag", "/{id}"),
    tabs: ["knowledge", "knowledge_category"],
    titles: { list: "知识管理", create: "新建知识", edit: "编辑知识", detail: "知识详情" },
    prints: {
      article: { path: "/knowledge/base/openTag/print", label: "打印", title: "知识文章", from: ["published"] },
    },
  },
});
