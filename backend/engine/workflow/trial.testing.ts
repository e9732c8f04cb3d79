import type { Context } from "#backend/platform/http/context";
import { defineDocument, field, flowStatus, voidAction } from "#documents/kit";
import { rules, transition } from "../documents/written";
import { cancel } from "./service";

/** A small document with an approval, for tests only. It books its amount, and holds it meanwhile. */
export const trial = defineDocument({
  name: "trial",
  label: "试用单",
  module: "test",
  api: "/test/trial",
  table: "test_trial",
  permission: "test_trial",
  number: "SYD",
  flow: { amount: "amount" },
  status: flowStatus(),
  fields: {
    subject: field.text("事由", { required: true, column: true }),
    level: field.enum("级别", { default: "A", options: { A: { label: "普通" }, S: { label: "重要" } } }),
    opinion: field.text("内部意见", { mask: "test_trial_secret" }),
    amount: field.money("金额", { computed: true, column: { summary: "sum" } }),
    held: field.int("占用", { computed: true }),
    booked: field.int("生效次数", { computed: true }),
  },
  lines: {
    items: {
      label: "明细",
      table: "test_trial_line",
      required: "请至少添加一条明细",
      fields: {
        item: field.text("品名", { required: true }),
        qty: field.int("数量", { required: true, min: 1 }),
        price: field.money("单价", { required: true, min: 0 }),
      },
    },
  },
  actions: { void: voidAction(["draft", "rejected", "auditing", "approved"]) },
  screens: { list: "/test/trial/index" },
});

/** Counts what a trial holds, or what it booked. */
const add = ({ sql }: Context, id: string, column: "held" | "booked", n: number) =>
  sql.query(`update test_trial set ${column} = ${column} + $2 where id = $1`, [id, n]);

export const trialRules = rules(trial, {
  async beforeSave(_c, next) {
    const cents = (next.items ?? []).map((l) => (l.qty ?? 0) * Math.round(Number(l.price) * 100));
    if (next.items) next.amount = (cents.reduce((n, l) => n + l, 0) / 100).toFixed(2);
  },
  flowFlags: async (_c, row) => ({ level: row.level }),
  transitions: [
    transition(trial, "submit", { effect: async (c, { row }) => void (await add(c, row.id, "held", 1)) }),
    transition(trial, "returned", { effect: async (c, { row }) => void (await add(c, row.id, "held", -1)) }),
    transition(trial, "approved", {
      async effect(c, { row }) {
        await add(c, row.id, "held", -1);
        await add(c, row.id, "booked", 1);
      },
    }),
    transition(trial, "void", {
      async effect(c, { row }) {
        await cancel(c, { defKey: "trial", bizId: row.id });
        if (row.status === "auditing") await add(c, row.id, "held", -1);
      },
    }),
  ],
});
