import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { ErpError } from "~/erp/client.server";
import { id, text } from "~/erp/shapes";
import { fetchDefinition, saveDefinition, type WholeDefinition } from "~/erp/workflow.server";
import { flash } from "~/session/cookies.server";
import type { Staff } from "~/session/staff.server";
import type { UiOption } from "~/ui/option";
import { changed, freshKey, ROW_FIELDS, type RuleRow, toCopy, toNode, toRow } from "./model-rows";

/** What the form of one definition holds. */
export interface ModelValues {
  version: number;
  name: string;
  nodes: RuleRow[];
  cc: RuleRow[];
}

export interface ModelState {
  url: string;
  definition: WholeDefinition;
  values: ModelValues;
  roles: UiOption[];
  users: UiOption[];
  mayEdit: boolean;
  key: string;
}

/** The form again: after a row button, or refused. */
export interface ModelAnswer {
  values: ModelValues;
  message?: string;
  errors?: Record<string, string>;
}

const people = z.array(z.object({ id, label: text }));

/** One definition of a flow with what its rules may name. */
export async function loadModel(staff: Staff, defKey: string, request: Request): Promise<ModelState> {
  const url = new URL(request.url);
  const [definition, users, mayEdit] = await Promise.all([
    fetchDefinition(staff.erp, defKey),
    staff.erp.get("/admin/user/options", { schema: people }),
    staff.can("act_model_edit"),
  ]);
  const { version, name, nodes, cc } = definition;
  return {
    url: url.pathname,
    definition,
    values: { version, name, nodes: nodes.map((n) => toRow(n, n.key)), cc: cc.map((c, i) => toRow(c, `cc${i + 1}`)) },
    roles: definition.roles.map((r) => ({ value: r.code, label: `${r.name}（${r.code}）` })),
    users: users.map((u) => ({ value: u.id, label: u.label })),
    mayEdit,
    key: crypto.randomUUID(),
  };
}

const MOST_ROWS = 20;

function readRows(form: FormData, list: "nodes" | "cc"): RuleRow[] {
  const rows: RuleRow[] = [];
  for (let i = 0; i < MOST_ROWS && form.has(`${list}[${i}].who`); i++) {
    const at = (name: string) => String(form.get(`${list}[${i}].${name}`) ?? "").slice(0, 2000);
    const row = Object.fromEntries(ROW_FIELDS.map((f) => [f, at(f).trim()])) as unknown as RuleRow;
    rows.push({ ...row, key: /^[a-z]\w{0,29}$/.test(row.key) ? row.key : freshKey(rows) });
  }
  return rows;
}

const readValues = (form: FormData): ModelValues => ({
  version: Number(/^\d{1,9}$/.exec(String(form.get("version")))?.[0] ?? 0),
  name: String(form.get("name") ?? "").trim(),
  nodes: readRows(form, "nodes"),
  cc: readRows(form, "cc"),
});

/** Field of the form that a field of the call stands for: `nodes.0.approver` → `nodes[0].who`. */
function atForm(path: string): string {
  const [list, index, name = ""] = path.split(".");
  if (index === undefined) return path;
  const own: Record<string, string> = { approver: "who", condition: "when" };
  return `${list}[${index}].${own[name] ?? name}`;
}

/** A row button shows the form anew; saving makes the next version. */
export async function changeModel(staff: Staff, defKey: string, form: FormData) {
  const values = readValues(form);
  const [, verb, list, at] = /^(add|remove|up|down):(nodes|cc):(\d{1,2})$/.exec(String(form.get("_row") ?? "")) ?? [];
  if (verb && (list === "nodes" || list === "cc"))
    return json<ModelAnswer>({ values: { ...values, [list]: changed(values[list], verb, Number(at)) } });
  const body = {
    defKey,
    version: values.version,
    name: values.name,
    nodes: values.nodes.map(toNode),
    cc: values.cc.map(toCopy),
  };
  try {
    const { version } = await saveDefinition(staff.erp, body, String(form.get("_key") ?? ""));
    const text = `已保存为第${version}版，进行中的流程仍按原版本`;
    const headers = flash(new Headers(), { tone: "success", text });
    return redirect(`/activiti/model/${defKey}`, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const errors = Object.fromEntries(
      Object.entries(error.fields ?? {}).map(([path, message]) => [atForm(path), message]),
    );
    const status = error.status === 200 || error.status === 400 ? 422 : error.status;
    return json<ModelAnswer>({ values, message: error.message, errors }, { status });
  }
}
