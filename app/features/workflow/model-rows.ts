import type { Condition, Copy, FlowNode } from "#documents/workflow";

/** One node, or one rule of copies, as its row of the form holds it: texts only. */
export interface RuleRow {
  key: string;
  name: string;
  /** Kind of approver rule; with a role or a user beside it. */
  who: string;
  role: string;
  user: string;
  signType: string;
  /** Kind of condition. */
  when: string;
  amount: string;
  of: string;
  flag: string;
  values: string;
  /** A condition that has no form of its own, as JSON. */
  other: string;
}

export const ROW_FIELDS = [
  ...(["key", "name", "who", "role", "user", "signType"] as const),
  ...(["when", "amount", "of", "flag", "values", "other"] as const),
];

export const blank = (key: string): RuleRow => ({
  key,
  name: "",
  who: "leader",
  role: "",
  user: "",
  signType: "or",
  when: "always",
  amount: "",
  of: "",
  flag: "",
  values: "",
  other: "",
});

/** Kinds of approver rules, in the order of the form. */
export const WHO = [
  { value: "leader", label: "部门负责人（逐级向上）" },
  { value: "groupLeader", label: "小组组长" },
  { value: "role", label: "角色" },
  { value: "roleLeader", label: "角色中的部门负责人" },
  { value: "gm", label: "总经理" },
  { value: "user", label: "指定人员" },
  { value: "starterPick", label: "发起人指定" },
];

export const WHEN = [
  { value: "always", label: "总是参与" },
  { value: "amount", label: "数值达到" },
  { value: "flag", label: "标记成立" },
  { value: "other", label: "组合条件" },
];

function fromCondition(condition: Condition | undefined): Partial<RuleRow> {
  if (!condition) return { when: "always" };
  if ("atLeast" in condition) return { when: "amount", amount: condition.atLeast, of: condition.of ?? "" };
  if ("flag" in condition) return { when: "flag", flag: condition.flag, values: (condition.in ?? []).join(",") };
  return { when: "other", other: JSON.stringify(condition) };
}

function fromApprover(approver: string): Partial<RuleRow> {
  const [, role, leader] = /^role:(\w+)( leader)?$/.exec(approver) ?? [];
  if (role) return { who: leader ? "roleLeader" : "role", role };
  const [, user] = /^user:(\d+)$/.exec(approver) ?? [];
  return user ? { who: "user", user } : { who: approver };
}

/** A stored rule as a row of the form. */
export const toRow = (rule: FlowNode | Copy, key: string): RuleRow => ({
  ...blank(key),
  ...("key" in rule && { key: rule.key, name: rule.name, signType: rule.signType }),
  ...fromApprover(rule.approver),
  ...fromCondition(rule.condition),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { flag: "" }; // refused by the schema with a sentence of its own
  }
}

function condition(row: RuleRow): unknown {
  if (row.when === "amount") return { atLeast: row.amount, ...(row.of && { of: row.of }) };
  if (row.when === "flag") {
    const values = row.values.split(/[,，\s]+/).filter(Boolean);
    return { flag: row.flag, ...(values.length && { in: values }) };
  }
  return row.when === "other" ? parsed(row.other) : undefined;
}

function approver(row: RuleRow): string {
  if (row.who === "role") return `role:${row.role}`;
  if (row.who === "roleLeader") return `role:${row.role} leader`;
  return row.who === "user" ? `user:${row.user}` : row.who;
}

/** What a row stands for, before it is checked. */
export const toCopy = (row: RuleRow) => ({ approver: approver(row), condition: condition(row) });
export const toNode = (row: RuleRow) => ({ ...toCopy(row), key: row.key, name: row.name, signType: row.signType });

/** A key that no row has yet. */
export function freshKey(rows: readonly RuleRow[]): string {
  for (let i = rows.length + 1; ; i++) if (!rows.some((r) => r.key === `node${i}`)) return `node${i}`;
}

/** The rows after `add`, `remove:i`, `up:i` or `down:i`. */
export function changed(rows: readonly RuleRow[], verb: string, at: number): RuleRow[] {
  if (verb === "add") return [...rows, blank(freshKey(rows))];
  if (verb === "remove") return rows.filter((_, i) => i !== at);
  const to = verb === "up" ? at - 1 : at + 1;
  const [a, b] = [rows[at], rows[to]];
  if (!a || !b) return [...rows];
  return rows.map((row, i) => (i === at ? b : i === to ? a : row));
}
