import { defineDocument, field, reason } from "../kit";
import { articleFields, articleVersion } from "./article-fields";

/** 知识 (market.md 5): what colleagues are told, by version, for whom it is meant. */
export const knowledge = defineDocument({
  name: "knowledge",
  label: "知识",
  module: "knowledge",
  api: "/knowledge/article",
  permission: "kb_article",
  menu: {
    ...{ group: "knowledge", icon: "book", sort: 10, label: "知识管理" },
    words: {
      void: false,
      print: false,
      approve: "发布、退回与下架",
      submit: "提交发布",
      all: "查看全部",
    },
  },
  number: "ZSK",
  display: "title",
  many: true,
  scopeBy: {
    all: "kb_article_all",
    readers: {
      ...{ scope: "visibleScope", depts: "visibleDeptIds", roles: "visibleRoleIds" },
      states: ["published"],
    },
  },
  permissions: { print: "view" },
  keyword: ["title", "summary", "plain"],
  formColumns: 2,
  statusTabs: true,
  besideBy: "categoryId",
  sort: [{ by: "topFlag", desc: true }, { by: "publishTime", desc: true }, { by: "id" }],
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      auditing: { label: "待审核", tone: "orange" },
      published: { label: "已发布", tone: "green" },
      offline: { label: "已下架", tone: "grey" },
      merged: { label: "已并入原文", tone: "grey" },
    },
    path: ["draft", "auditing", "published"],
  },
  figures: [{ field: "articleVersion" }, { field: "viewCount" }, { field: "likeCount" }],
  queues: [
    {
      ...{ label: "知识待审核", where: { status: "auditing" }, about: "categoryId" },
      permission: "approve",
    },
  ],
  related: {
    revisions: { label: "修订", document: "knowledge", by: { revisionOfId: "id" } },
  },
  fields: articleFields,
  lines: {
    history: {
      ...{ label: "版本历史", table: "knowledge_version", computed: true, max: 2000 },
      fields: articleVersion,
    },
  },
  actions: {
    submit: {
      ...{ label: "提交", next: true, permission: "submit" },
      from: ["draft", "offline"],
      to: "auditing",
    },
    publish: {
      ...{ label: "发布", next: true, permission: "approve", batch: true },
      from: ["auditing"],
      to: "published",
    },
    sendBack: {
      ...{ label: "退回", permission: "approve" },
      from: ["auditing"],
      to: "draft",
      input: reason("退回原因", "请填写退回原因"),
    },
    revise: {
      ...{ label: "修订", permission: "edit" },
      from: ["published"],
      confirm: "生成一份修订草稿，发布前读者看到的仍是现在的版本。",
    },
    confirmRead: {
      ...{ label: "确认已读", next: true, permission: "view" },
      from: ["published"],
    },
    like: { ...{ label: "点赞", permission: "view" }, from: ["published"] },
    offline: {
      ...{ label: "下架", permission: "approve", danger: true, batch: true },
      from: ["published"],
      to: "offline",
      input: reason("下架原因", "请填写下架原因"),
    },
    move: {
      ...{ label: "移动分类", permission: "edit", batch: true },
      from: ["draft", "published", "offline"],
      input: {
        categoryId: field.ref({
          ...{ label: "分类", to: "knowledge_category", tree: true, required: true, asked: true },
        }),
      },
    },
  },
  screens: {
    list: "/knowledge/base/index",
    create: "/knowledge/base/openTag/create",
    edit: "/knowledge/base/openTag/edit/{id}",
    detail: "/knowledge/base/openTag/detail/{id}",
    tabs: ["knowledge", "knowledge_category"],
    titles: { list: "知识管理", create: "新建知识", edit: "编辑知识", detail: "知识详情" },
    prints: {
      article: {
        ...{ path: "/knowledge/base/openTag/print", label: "打印", title: "知识文章" },
        from: ["published"],
      },
    },
  },
});
