import type { StatusRow, SystemStatus } from "#documents/admin/status";
import { DASH } from "~/text/plain";
import { defineTable, Table, Tag, Toolbar } from "~/ui";

export const STATUS_PAGE = "/admin/status";

const STATES = {
  ok: { label: "正常", tone: "green" },
  warn: { label: "注意", tone: "orange" },
  bad: { label: "异常", tone: "red" },
  none: { label: "未用", tone: "grey" },
} as const;

const URGENCY = { bad: 0, warn: 1, ok: 2, none: 2 } as const;

const table = defineTable<StatusRow>([
  { key: "group", label: "部分", width: 90, phone: "fact", value: ({ group }) => group },
  { key: "label", label: "项目", width: 150, phone: "title", value: ({ label }) => label },
  {
    key: "state",
    label: "状态",
    kind: "custom",
    width: 80,
    phone: "fact",
    cell: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>,
  },
  { key: "value", label: "现在", minWidth: 260, overHidden: false, phone: "fact", value: ({ value }) => value },
  {
    key: "advice",
    label: "怎么办",
    kind: "custom",
    minWidth: 260,
    overHidden: false,
    phone: "fact",
    cell: ({ advice, href }) => (href ? <a href={href}>{advice}</a> : (advice ?? DASH)),
  },
]);

interface StatusProps {
  status: SystemStatus;
  version: string;
}

/** 运行状态: what runs, and what to do where it does not. */
export function StatusPage({ status: { rows }, version }: StatusProps) {
  const bad = rows.filter(({ state }) => state === "bad").length;
  // What asks for somebody comes first.
  const urgent = [...rows].sort((a, b) => URGENCY[a.state] - URGENCY[b.state]);
  return (
    <section className="card">
      <Toolbar title="运行状态" refreshHref={STATUS_PAGE} />
      <p className="hint" role="status">
        版本 {version}。{bad ? `${bad} 项异常，请按“怎么办”处理。` : "没有异常。"}
      </p>
      <Table
        model={table}
        rows={urgent}
        rowKey={({ label, value }) => `${label} ${value}`}
        caption="运行状态"
        base={0}
      />
    </section>
  );
}
