import { defineDocument, field } from "../../kit";
import { acts, facts, groups, ops, stages, strategies } from "./words";

/** 订单规则 (market.md 4): what is done with orders by itself, stage by stage. */
export const orderRule = defineDocument({
  name: "order_rule",
  label: "订单规则",
  module: "order",
  api: "/ordermanage/orderrule",
  permission: "om_orderrule",
  number: "DDGZ",
  display: "ruleName",
  keyword: ["no", "ruleName", "conditionText", "actionText"],
  finds: ["ruleName", "no"],
  formColumns: 2,
  statusTabs: true,
  tabsBy: "stage",
  sort: [{ by: "stageNo" }, { by: "priority" }, { by: "id" }],
  status: {
    field: "status",
    initial: "disabled",
    editable: ["disabled", "enabled"],
    deletable: ["disabled"],
    path: ["disabled", "enabled"],
    values: {
      disabled: { label: "停用", tone: "grey" },
      enabled: { label: "启用", tone: "green" },
    },
  },
  figures: [{ field: "stage" }, { field: "priority" }, { field: "ruleVersion" }],
  fields: {
    ruleName: field.text({
      ...{ label: "规则名称", required: true, max: 60, unique: "规则名称已存在" },
      column: { width: 160, fixed: "left" },
      filter: "like",
    }),
    stage: field.enum({
      ...{ label: "阶段", required: true, options: stages, readonlyIn: ["edit"] },
      ...{ help: "保存后不能更改", column: { width: 90 }, filter: "in" },
    }),
    stageNo: field.int({ label: "阶段序", computed: true, hiddenIn: ["view"] }),
    priority: field.int({
      ...{ label: "优先级", required: true, min: 1, max: 9999, help: "小的先执行，阶段内不能重复" },
      column: { width: 80, sortable: true },
    }),
    storeIds: field.refs({
      ...{ label: "适用店铺", to: "store", help: "不选则适用全部店铺" },
      column: { width: 140 },
      filter: "in",
    }),
    effectiveFrom: field.datetime({ label: "生效时间", column: { width: 150, hide: true } }),
    effectiveTo: field.datetime({ label: "失效时间", column: { width: 150, hide: true } }),
    stopStage: field.bool({
      ...{ label: "命中后停止本阶段", default: false, when: ["stage", "HOLD", "TAG"] },
    }),
    strategy: field.enum({
      ...{ label: "选择方式", options: strategies, default: "order" },
      ...{ when: ["stage", "WAREHOUSE", "LOGISTICS"] },
    }),
    logic: field.enum({
      ...{ label: "条件关系", required: true, default: "and", options: groups },
    }),
    conditionText: field.text({
      ...{ label: "条件", computed: true, max: 4000, column: { minWidth: 260 } },
    }),
    actionText: field.text({
      ...{ label: "动作", computed: true, max: 2000, column: { minWidth: 200 } },
    }),
    conflicts: field.text({
      ...{ label: "冲突", computed: true, virtual: true, max: 500, hiddenIn: ["view"] },
      column: { width: 160, tooltip: "同阶段、同店铺的启用规则使它不执行，或做相反的事" },
    }),
    hitCount30d: field.int({
      ...{ label: "近30天命中", computed: true, virtual: true, column: { width: 100 } },
    }),
    lastHitTime: field.datetime({
      ...{ label: "最近命中", computed: true, virtual: true, column: { width: 150, hide: true } },
    }),
    ruleVersion: field.int({ label: "版本", computed: true, column: { width: 64, phone: false } }),
  },
  lines: {
    conditions: {
      label: "条件（不填则全部命中）",
      table: "order_rule_condition",
      max: 40,
      fields: {
        level: field.int({
          ...{ label: "层级", required: true, default: 1, min: 1, max: 3 },
          help: "属于上一层最近的条件组",
        }),
        fact: field.enum({
          ...{ label: "字段或条件组", required: true },
          options: { all: { label: "以下全部满足" }, any: { label: "以下任一满足" }, ...facts },
        }),
        op: field.enum({ label: "比较", options: ops, help: "条件组不填" }),
        value: field.text({
          ...{ label: "值", max: 1000, wide: true },
          help: "多个用顿号或逗号分开；介于填两个；是否填是或否",
        }),
      },
    },
    acts: {
      label: "动作",
      table: "order_rule_action",
      required: "请至少配置一个动作",
      max: 20,
      fields: {
        act: field.enum({ label: "动作", required: true, options: acts }),
        warehouseId: field.ref({ label: "仓库", to: "warehouse", help: "分到仓库：按行的顺序" }),
        logisticsChannelId: field.ref({
          ...{ label: "物流渠道", to: "logistics_channel", help: "使用物流：按行的顺序" },
        }),
        userId: field.ref({ label: "通知人", to: "user" }),
        value: field.text({ label: "值", max: 200, help: "原因、标签、属性、数量、分钟" }),
      },
    },
  },
  actions: {
    enable: {
      ...{ label: "启用", next: true, permission: "edit", batch: true },
      ...{ from: ["disabled"], to: "enabled" },
    },
    disable: {
      ...{ label: "停用", permission: "edit", batch: true, from: ["enabled"], to: "disabled" },
      confirm: "停用后不再对订单执行，已执行的不变。",
    },
    raise: { label: "上移", permission: "edit" },
    lower: { label: "下移", permission: "edit" },
  },
  screens: {
    list: "/ordermanage/orderRule/index",
    create: "/ordermanage/orderRule/openTag/create",
    edit: "/ordermanage/orderRule/openTag/detail/{id}",
    detail: "/ordermanage/orderRule/openTag/detail/{id}",
    titles: { list: "订单规则" },
  },
});
