import { conflict } from "#backend/platform/http";
import { defineDocument, field } from "#documents/kit";
import type { RuleContext } from "./rules";
import { rules, transition } from "./written";

/** A document with every capability of the engine, for its tests only. */
export const widget = defineDocument({
  name: "widget",
  label: "部件",
  module: "test",
  api: "/test/widget",
  table: "test_widget",
  permission: "test_widget",
  display: "name",
  derived: true,
  keyword: ["name", "note", "secret"],
  scopeBy: { dept: "deptId", user: "ownerId" },
  list: { tabs: true, bulk: ["qty", "note", "secret"] },
  status: {
    field: "lifeState",
    initial: "draft",
    editable: ["draft"],
    values: { draft: { label: "草稿" }, done: { label: "完成" }, void: { label: "作废" } },
  },
  fields: {
    name: field.text("名称", {
      required: true,
      max: 20,
      min: 2,
      unique: "名称已存在",
      column: { sortable: true },
      filter: "like",
    }),
    code: field.text("编码", { pattern: [/^[A-Z]\d*$/, "编码以大写字母开头"], column: true, filter: "prefix" }),
    kind: field.enum("种类", {
      required: true,
      options: { a: { label: "甲" }, b: { label: "乙" }, c: { label: "丙" } },
      default: "a",
      column: true,
      filter: "in",
    }),
    qty: field.int("数量", { min: 1, max: 1000, default: 1, column: { summary: "sum" }, filter: "range" }),
    price: field.money("单价", { min: 0, column: { summary: "avg" }, filter: "range" }),
    due: field.date("到期日", { column: true, filter: "range" }),
    at: field.datetime("时间", { column: true, filter: "range" }),
    ownerId: field.ref("负责人", { to: "user", column: true, filter: "in" }),
    deptId: field.ref("部门", { to: "dept", tree: true, column: true, filter: "in" }),
    roleIds: field.refs("角色", { to: "role", column: true, filter: "in" }),
    tone: field.dict("品类", { type: "test_tone", column: true, filter: "in" }),
    urgent: field.bool("加急", { column: true, filter: "in" }),
    secret: field.text("底价", { mask: "test_widget_secret", column: { summary: "count" }, filter: "like" }),
    note: field.longtext("备注"),
    lifeState: field.enum("状态", {
      computed: true,
      options: { draft: { label: "草稿" }, done: { label: "完成" }, void: { label: "作废" } },
      column: true,
      filter: "in",
    }),
    worth: field.money("价值", { computed: true, virtual: true, column: { summary: "sum" }, filter: "range" }),
  },
  lines: {
    parts: {
      label: "零件",
      table: "test_widget_part",
      max: 5,
      fields: {
        sku: field.text("货号", { required: true, max: 10 }),
        qty: field.int("数量", { min: 1, default: 1 }),
        cost: field.money("成本", { mask: "test_widget_secret" }),
        done: field.int("已完成", { computed: true }),
        userId: field.ref("经手人", { to: "user" }),
      },
    },
  },
  actions: {
    finish: {
      label: "完成",
      permission: "finish",
      from: ["draft"],
      to: "done",
      batch: true,
      input: { comment: field.text("说明", { required: true, max: 10 }) },
    },
    break: { label: "毁坏", permission: "finish" },
    end: { label: "作完", permission: "finish", from: ["draft"], to: "done", batch: true },
    work: {
      label: "加工",
      permission: "finish",
      from: ["draft"],
      input: { comment: field.text("说明", { max: 10 }) },
      lines: {
        works: {
          label: "加工明细",
          table: "test_widget_part",
          sourced: "whole",
          required: "请填写加工数量",
          tally: { by: "partId", of: ["good", "bad"], left: "left", scans: "skuId" },
          fields: {
            partId: field.line("零件", { table: "test_widget_part", hidden: true }),
            skuId: field.ref("SKU", { to: "sku", computed: true }),
            left: field.int("未加工", { computed: true }),
            good: field.int("良品", { min: 0 }),
            bad: field.int("次品", { min: 0 }),
          },
        },
      },
    },
  },
  import: { key: ["name"], update: true, lines: "parts" },
  screens: { list: "/test/widget/index" },
});

/** What ending does to a row; it cannot be done to one of a certain name, which only shows while it is written. */
async function ended({ sql }: RuleContext, rows: readonly { id: string; name: string }[]) {
  await sql.query("update test_widget set note = coalesce(note, '') || $2 where id = any($1::bigint[])", [
    rows.map((row) => row.id),
    `${rows.length}件`,
  ]);
  if (rows.some((row) => row.name.startsWith("坏"))) throw conflict("坏件不能完成");
}

export const widgetRules = rules(widget, {
  expressions: { worth: "t.price * t.qty" },
  transitions: [
    transition(widget, "finish", {
      async effect({ sql }, { row }, { comment }) {
        await sql.query("update test_widget set note = $2 where id = $1", [row.id, comment]);
        if (comment === "fail") throw new Error("a defect of the rule");
        return { finished: true };
      },
    }),
    transition(widget, "work", {
      async ask({ sql }, { row }) {
        const sku = await sql.one<{ id: string }>("select id from sku where sku_code = 'WORK-1' and del_flag = 0");
        const rows = row.parts.map((part) => ({
          partId: part.id,
          skuId: sku?.id ?? null,
          left: (part.qty ?? 0) - part.done,
          good: null,
          bad: 0,
        }));
        return { comment: "今天", works: rows };
      },
      async effect({ sql }, _scene, { works }) {
        for (const { partId, good, bad } of works)
          await sql.query("update test_widget_part set done = done + $2 where id = $1", [
            partId,
            (good ?? 0) + (bad ?? 0),
          ]);
      },
    }),
    transition(widget, "end", {
      guard: ({ row }) => row.name.startsWith("缺") && "缺件不能完成",
      effect: (c, { row }) => ended(c, [row]),
      many: {
        lockFirst: async (_c, ids) => ids.slice(0, 4),
        effect: (c, scenes) =>
          ended(
            c,
            scenes.map(({ row }) => row),
          ),
      },
    }),
    transition(widget, "break", {
      async effect({ sql }) {
        await sql.query("select 'x'::int");
      },
    }),
  ],
});
