import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { documents } from "#documents";
import { PAGE_SIZES } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { approveTasks, type Box, type FlowRow, fetchBox } from "~/erp/workflow.server";
import type { Outcome } from "~/screens/act/state";
import { columnsDialogOf, saveColumnLayout } from "~/screens/column-layout.server";
import { closeHref } from "~/screens/href";
import { flash } from "~/session/flash.server";
import type { Staff } from "~/session/staff.server";
import { readLayout } from "~/ui/columns/layout";
import type { TableLayout } from "~/ui/table/column";
import { tableOf } from "./columns";
import { boxes } from "./words";

const text = z.string().trim().max(500).optional().catch(undefined);
const column = z.enum(["arriveTime", "waitingHours", "bizNo"]).optional().catch(undefined);
const query = z.object({
  current: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  size: z.coerce.number().int().min(1).max(100).catch(20),
  ascs: column,
  descs: column,
  ...{ keyword: text, bizType: text, starter: text, status: text },
  arrivedFrom: text,
  arrivedTo: text,
});
export type BoxQuery = z.output<typeof query>;
export const FILTERS = [
  "keyword",
  "bizType",
  "starter",
  "status",
  "arrivedFrom",
  "arrivedTo",
] as const;

export interface BoxState {
  box: Box;
  title: string;
  /** Path and query as they are, dialogs included. */
  url: string;
  query: BoxQuery;
  rows: FlowRow[];
  total: number;
  sizes: readonly number[];
  /** Kinds of documents that have an approval. */
  types: { value: string; label: string }[];
  layout: TableLayout;
  /** Tasks that the open dialog approves. */
  chosen: { id: string; label: string }[] | null;
  columns: "choose" | "reset" | null;
  mayHandle: boolean;
  key: string;
}

/** The list of this address. @throws Response 404 or 403 */
async function boxOf(staff: Staff, name: string | undefined) {
  const found = name === undefined ? undefined : boxes[name];
  if (!found) throw Response.json({ message: "页面不存在" }, { status: 404 });
  if (!(await staff.can(found.code)))
    throw Response.json({ message: "当前操作没有权限" }, { status: 403 });
  return found;
}

const filtered = (url: URL): BoxQuery => {
  const names = [...new Set(url.searchParams.keys())];
  return query.parse(
    Object.fromEntries(
      names.map((n) => [n, url.searchParams.getAll(n).filter(Boolean).join(",") || undefined]),
    ),
  );
};

const IDS = /^\d{1,18}$/;

/** Loads one of the lists of flows as its address describes it. */
export async function loadBox(staff: Staff, name: string | undefined, request: Request) {
  const { box, title } = await boxOf(staff, name);
  const url = new URL(request.url);
  const asked = filtered(url);
  const [page, mayHandle] = await Promise.all([
    fetchBox(staff.erp, box, asked),
    staff.can("act_task_handle"),
  ]);
  const params = url.searchParams;
  const ids = params.getAll("ids").filter((v) => IDS.test(v));
  const state: BoxState = {
    box,
    title,
    url: url.pathname + url.search,
    query: asked,
    rows: page.records,
    total: page.total,
    sizes: PAGE_SIZES,
    types: documents.filter((d) => d.flow).map((d) => ({ value: d.name, label: d.label })),
    layout: readLayout(request.headers.get("Cookie")),
    chosen:
      params.get("do") === "approve"
        ? page.records.filter((r) => ids.includes(r.id)).map((r) => ({ id: r.id, label: r.title }))
        : null,
    columns: columnsDialogOf(params),
    mayHandle,
    key: crypto.randomUUID(),
  };
  return state;
}

const approval = z.object({
  ids: z.array(z.string().regex(IDS)),
  comment: z.string().max(500),
  key: z.string().max(60),
});

/** What a form of a list shows instead of leading on: results per row, or why nothing was done. */
export interface BoxAnswer {
  outcome?: Outcome;
  problem?: string;
}

/** Approves the chosen tasks, or keeps the columns of the list. */
export async function changeBox(
  staff: Staff,
  name: string | undefined,
  request: Request,
  form: FormData,
) {
  const { box, title } = await boxOf(staff, name);
  const url = new URL(request.url);
  const back = closeHref(url.pathname + url.search);
  if (form.get("_action") === "columns")
    return saveColumnLayout({ url, form, table: tableOf(box) });
  const asked = approval.safeParse({
    ids: form.getAll("ids"),
    comment: String(form.get("comment") ?? ""),
    key: String(form.get("_key") ?? ""),
  });
  if (!asked.success || !asked.data.ids.length) {
    const headers = flash(new Headers(), { tone: "warning", text: "请先选择数据" });
    return redirect(back, { status: 303, headers });
  }
  const { ids, comment, key } = asked.data;
  try {
    const results = await approveTasks(staff.erp, ids, comment, `${key}-batch`);
    const outcome: Outcome = {
      kind: "outcome",
      title: `批量通过结果（${title}）`,
      results: results.map((r) => ({ id: r.id, label: r.no || r.id, ok: r.ok, msg: r.msg })),
    };
    return json<BoxAnswer>({ outcome });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return json<BoxAnswer>({ problem: error.message }, { status: 422 });
  }
}
