import { pick, type RuleContext } from "#backend/engine/documents";
import { currentDefinition } from "#backend/engine/workflow/defaults";
import { saveDefinition } from "#backend/engine/workflow/definitions";
import { invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { role } from "#documents/admin/role";
import { workbookSheets } from "#documents/base/workbook/sheets";
import type { Condition, FlowNode } from "#documents/workflow";
import { nearest } from "../cells";
import type { ReadyRow, SheetWork, SheetWriting } from "../work";

const [, , , , , , , , , , , , thresholds] = workbookSheets;

/** The document of a name, of those with an approval. @throws Refusal 400 */
function flowCalled(c: RuleContext, name: unknown): { defKey: string; label: string } {
  const all = [...c.flows].map(([defKey, { document }]) => ({ defKey, label: document.label }));
  const found = all.find(({ label }) => label === name);
  if (found) return found;
  const near = nearest(
    String(name),
    all.map(({ label }) => label),
  );
  throw invalidAt("document", `没有需要审批的单据“${name}”${near ? `，是否为“${near}”？` : ""}`);
}

/** The amount from which a node takes part, where its condition says one. */
function amountIn(condition: Condition | undefined): string | undefined {
  if (!condition) return undefined;
  if ("atLeast" in condition) return condition.of ? undefined : condition.atLeast;
  if ("any" in condition) return condition.any.map(amountIn).find((a) => a !== undefined);
  return "all" in condition ? condition.all.map(amountIn).find((a) => a !== undefined) : undefined;
}

/** The condition with another amount; one that had none asks for it besides. */
function withAmount(condition: Condition | undefined, amount: string): Condition {
  const own = { atLeast: amount };
  if (!condition || "atLeast" in condition) return own;
  const put = (all: Condition[]): Condition[] =>
    amountIn({ any: all }) === undefined
      ? [...all, own]
      : all.map((one) => (amountIn(one) === undefined ? one : withAmount(one, amount)));
  if ("any" in condition) return { any: put(condition.any) };
  if ("all" in condition) return { all: put(condition.all) };
  return { all: [condition, own] };
}

/** Who a node asks, as roles are named: 总经理 is the role of 管理层. */
const roleOf = ({ approver }: FlowNode): string =>
  approver === "gm" ? "EXEC" : (/^role:(\w+)/.exec(approver)?.[1] ?? "");

async function writeThreshold(w: SheetWriting, row: ReadyRow): Promise<void> {
  const { c } = w;
  const { defKey, label } = flowCalled(c, row.values.document);
  const found = await pick(c, role, String(row.values.approver), ["roleCode", "roleName"]);
  const [code, name] = [found?.roleCode ?? "", found?.roleName ?? ""];
  const amount = dec(String(row.values.amount)).toFixed();
  const now = await currentDefinition(c.sql, c.tenantId, defKey, label);
  const at = now.nodes.findIndex((node) => roleOf(node) === code);
  const node = now.nodes[at];
  const old = amountIn(node?.condition);
  if (node && old !== undefined && dec(old).eq(amount)) return w.did(row, "same");
  const fresh: FlowNode = {
    key: `${code.toLowerCase()}${now.nodes.length + 1}`.replace(/\W/g, ""),
    name: `${name}审批`,
    approver: code === "EXEC" ? "gm" : `role:${code}`,
    signType: "or",
    condition: { atLeast: amount },
  };
  const nodes = node
    ? now.nodes.map((n) => (n === node ? { ...n, condition: withAmount(n.condition, amount) } : n))
    : [...now.nodes, fresh];
  const saved = await saveDefinition(c, { ...now, nodes });
  const made = await c.sql.one<{ id: string }>(
    "select id from act_definition where tenant_id = $1 and def_key = $2 and version = $3",
    [c.tenantId, defKey, saved.version],
  );
  w.save.effect({ document: "act_definition", id: made?.id ?? "0", before: null, after: null });
  w.did(row, node ? "changed" : "added");
  w.was(row, "amount", old);
}

const thresholdWork: SheetWork = {
  sheet: thresholds,
  permission: "act_model_edit",
  check: ({ amount }, { at }) =>
    typeof amount === "string" && !/^\d{1,14}(\.\d{1,8})?$/.test(amount)
      ? [{ at, column: "amount", msg: "金额要填写不小于0的数字" }]
      : [],
  existing: async () => new Map(),
  async write(w, [row]) {
    if (row) await writeThreshold(w, row);
  },
};

/** From which amount on who approves. */
export const thresholdWorks: readonly SheetWork[] = [thresholdWork];
