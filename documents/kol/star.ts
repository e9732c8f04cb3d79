import { defineDocument, field, reason, unmaskAddress } from "../kit";
import { starChannel, starFields, starHistory } from "./star-fields";
import { showPayee, starStates } from "./words";

/** 红人 (market.md 2): who publishes, and who of us answers for them. */
export const star = defineDocument({
  name: "star",
  label: "红人",
  module: "kol",
  menu: {
    ...{ group: "kol", icon: "star", sort: 10, label: "红人资源" },
    words: { del: false, submit: false, void: false, print: false, unmask: "查看敏感信息" },
  },
  number: "HR",
  display: "starName",
  many: true,
  can: { del: false },
  scopeBy: { dept: "deptId", user: "ownerId", common: "common" },
  keyword: ["no", "starName"],
  finds: ["starName", "no", "channels.homepageUrl"],
  foundBy: ["ownerId"],
  optionFacts: { words: ["mainPlatform", "level"], figures: ["followers"] },
  permissions: { import: "import" },
  import: { key: ["starName"], lines: "channels" },
  exportLines: "channels",
  formColumns: 3,
  statusTabs: true,
  sort: [
    { by: "updateTime", desc: true },
    { by: "id", desc: true },
  ],
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft", "pool", "owned", "cooperating"],
    values: starStates,
    path: ["draft", "owned", "cooperating"],
  },
  figures: [
    { field: "followers" },
    { field: "coopCount" },
    { field: "totalCostCny" },
    { field: "totalSalesCny" },
    { field: "roi" },
  ],
  queues: [
    {
      ...{ label: "红人数据待更新", where: { stale: "true", ownerId: "$me" } },
      ...{ permission: "edit", about: "mainPlatform" },
    },
  ],
  related: {
    cooperations: { label: "合作", document: "cooperation", by: { starId: "id" } },
    delivers: { label: "寄样", document: "deliver", by: { starId: "id" } },
    fees: { label: "广告费", document: "ads_fee", by: { starId: "id" } },
  },
  fields: starFields,
  lines: {
    channels: {
      ...{ label: "渠道", table: "star_channel", max: 20, fields: starChannel },
      required: "请至少添加一个渠道",
    },
    history: { label: "粉丝变化", table: "star_history", computed: true, fields: starHistory },
  },
  actions: {
    publish: {
      ...{ label: "入库", next: true, permission: "add", from: ["draft"], to: "owned" },
      batch: true,
    },
    claim: {
      ...{ label: "认领", next: true, permission: "claim", from: ["pool", "owned"], to: "owned" },
      batch: true,
    },
    addCooperation: {
      ...{
        label: "新建合作",
        next: true,
        permission: "kol_cooperation_add",
        from: ["owned", "cooperating"],
      },
      opens: { document: "cooperation", param: "starId" },
    },
    contact: {
      ...{ label: "登记联系", permission: "edit", from: ["owned", "cooperating"] },
      input: {
        said: field.text({
          ...{ label: "联系内容", required: true, max: 180, asked: true },
          help: "保护期从今天起重新计90天",
        }),
      },
    },
    release: {
      ...{ label: "释放", permission: "claim", from: ["owned"], to: "pool", batch: true },
      confirm: "红人回到公海，其他人可以认领。",
    },
    transfer: {
      ...{ label: "转移归属", permission: "approve", from: ["pool", "owned", "cooperating"] },
      batch: true,
      input: {
        ownerId: field.ref({ label: "新归属人", to: "user", required: true, asked: true }),
      },
    },
    blacklist: {
      ...{ label: "拉黑", permission: "approve", to: "blacklisted", danger: true },
      from: ["draft", "pool", "owned", "cooperating"],
      input: reason("拉黑原因", "请填写拉黑原因"),
    },
    unmask: unmaskAddress,
    showPayee,
  },
  screens: {
    list: "/kol/resource/index",
    create: "/kol/resource/openTag/createStar",
    edit: "/kol/resource/openTag/editStar/{id}",
    detail: "/kol/resource/openTag/starDetail/{id}",
    titles: { list: "红人资源" },
  },
});
