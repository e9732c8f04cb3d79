import { defineDocument, field } from "../kit";

/** 知识分类 (market.md 5): a tree of at most three levels. */
export const knowledgeCategory = defineDocument({
  name: "knowledge_category",
  label: "知识分类",
  module: "knowledge",
  api: "/knowledge/category",
  permission: "kb_article",
  permissions: { add: "approve", edit: "approve", del: "approve" },
  derived: true,
  display: "name",
  tree: { parent: "parentId", root: "0" },
  list: { sort: [{ by: "sortOrder" }, { by: "id" }] },
  can: { export: false },
  formColumns: 1,
  fields: {
    name: field.text("分类名称", {
      required: true,
      max: 30,
      unique: "分类名称已存在",
      filter: "like",
      column: { width: 280 },
    }),
    parentId: field.ref("上级分类", {
      to: "knowledge_category",
      tree: true,
      default: "0",
      help: "不选则为顶级分类，最多三级",
    }),
    sortOrder: field.int("排序", { min: 0, max: 9999, default: 1, column: true }),
    articles: field.int("文章数", { computed: true, virtual: true, column: true }),
  },
  screens: {
    list: "/knowledge/category/index",
    tabs: ["knowledge", "knowledge_category"],
    titles: { list: "知识分类" },
  },
});
