import { field } from "../kit";
import { articleTypes, languages, visibleScopes } from "./words";

const count = (label: string) =>
  field.int({ label, computed: true, virtual: true, column: { width: 70 } });

export const articleFields = {
  title: field.text({
    ...{ label: "标题", required: true, max: 100, column: { width: 260, fixed: "left" } },
  }),
  categoryId: field.ref({
    ...{ label: "分类", to: "knowledge_category", tree: true, required: true, filter: "in" },
    column: { width: 120 },
  }),
  articleType: field.enum({
    ...{ label: "类型", required: true, default: "article", options: articleTypes, filter: "in" },
    column: { width: 90 },
  }),
  language: field.enum({
    ...{ label: "语言", options: languages, when: ["articleType", "template"], filter: "in" },
    column: { width: 80, hide: true },
  }),
  siteIds: field.refs({
    ...{ label: "站点", to: "site", when: ["articleType", "template"], help: "不选则全部站点" },
  }),
  visibleScope: field.enum({
    ...{ label: "可见范围", required: true, default: "all", options: visibleScopes },
    column: { width: 84, hide: true },
  }),
  visibleDeptIds: field.refs({
    ...{ label: "可见部门", to: "dept", tree: true, when: ["visibleScope", "dept"] },
    help: "含下级部门",
  }),
  visibleRoleIds: field.refs({
    ...{ label: "可见角色", to: "role", when: ["visibleScope", "role"] },
  }),
  topFlag: field.bool({
    ...{ label: "置顶", default: false, column: { width: 64 }, help: "发布时通知可见的人" },
  }),
  mine: field.bool({
    ...{ label: "我的", computed: true, virtual: true, hiddenIn: ["view"], filter: "in" },
    help: "本人创建、提交或发布的",
  }),
  mustRead: field.bool({ label: "须确认已读", default: false, filter: "in" }),
  expireDate: field.date({ label: "有效期至", help: "过期自动下架；不填则长期有效" }),
  pages: field.texts({
    ...{ label: "适用页面", max: 200, filter: "like", linked: true },
    help: "页面地址，每行一个，如 /purchaseOrder/index；该页面的位置旁会出现“本页知识”",
  }),
  keywords: field.texts({ label: "关键词", max: 30, help: "每行一个，最多10个" }),
  content: field.richtext({ label: "正文", required: true, wide: true, section: "正文" }),
  summary: field.text({
    ...{ label: "摘要", max: 200, wide: true, help: "不填则取正文前100字" },
    column: { minWidth: 240 },
  }),
  changeNote: field.text({ label: "修改说明", max: 200, wide: true, help: "第2版起必填" }),
  plain: field.longtext({ label: "正文内容", computed: true, hiddenIn: ["view"], max: 200_000 }),
  articleVersion: field.int({
    ...{ label: "版本", computed: true, default: 0, column: { width: 64 } },
  }),
  publisherId: field.ref({
    ...{ label: "发布人", to: "user", computed: true, column: { width: 90 } },
  }),
  publishTime: field.datetime({
    ...{ label: "发布时间", computed: true, column: { width: 160, sortable: true } },
    filter: "range",
  }),
  submitterId: field.ref({ label: "提交人", to: "user", computed: true }),
  returnReason: field.text({ label: "退回原因", computed: true, max: 200 }),
  revisionOfId: field.ref({
    ...{ label: "修订自", to: "knowledge", computed: true, filter: "in", linked: true },
  }),
  viewCount: count("浏览"),
  likeCount: count("点赞"),
} as const;

export const articleVersion = {
  articleVersion: field.int({ label: "版本", required: true }),
  title: field.text({ label: "标题", max: 100 }),
  content: field.richtext({ label: "正文" }),
  editorId: field.ref({ label: "修改人", to: "user" }),
  editTime: field.datetime({ label: "时间" }),
  changeNote: field.text({ label: "修改说明", max: 200 }),
} as const;
