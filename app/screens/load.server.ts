import { redirect } from "@remix-run/node";
import { z } from "zod";
import { documentNamed } from "#documents";
import type { ExportFile, Opens } from "#documents/kit";
import { ErpError } from "~/erp/errors";
import { flash } from "~/session/cookies.server";
import type { Staff } from "~/session/staff.server";
import type { TableLayout } from "~/ui";
import { isCompact, parseLayout, readLayout } from "~/ui/columns/layout";
import { askedIds, loadAct } from "./act/load.server";
import type { ActState, Outcome, Refused } from "./act/state";
import { loadBulk } from "./bulk/load.server";
import { BULK, type BulkState } from "./bulk/state";
import { type DetailState, loadDetail } from "./detail/load.server";
import { loadExporting } from "./export/start.server";
import type { ExportState } from "./export/state";
import type { FormState } from "./form/form";
import { loadAdd, loadEdit } from "./form/load.server";
import { EXPORT, openHref } from "./frame/href";
import {
  named,
  pagePath,
  requirePermit,
  requireView,
  rowId,
  type ScreenRequest,
  titleFor,
  viewOf,
  wholeAddress,
} from "./frame/request.server";
import { homeOf, isAstray, titleOf } from "./frame/resolve";
import { type ImportState, isRunning, loadImport } from "./import/step.server";
import { type ListState, loadList } from "./list/load.server";
import { loadPage, loadPrint, printedAt } from "./print/load.server";
import type { PrintState } from "./print/print";
import type { ViewItem } from "./views/item";
import type { ViewsDialogState } from "./views/step.server";
import { chosenView, defaultHref, loadSharing, loadViews, viewHref } from "./views/views.server";

/**
 * Why the form that an action opens cannot be started from these rows, as its maker says: the list says it
 * instead of leading to a form that nobody can save.
 */
async function openingRefused(
  staff: Staff,
  { document, param }: Opens,
  ids: readonly string[],
): Promise<string | null> {
  const target = documentNamed(document);
  if (!target.start?.prefill?.[param]) return null;
  const query = { [param]: ids.join(",") };
  try {
    await staff.erp.get(`${target.api}/prefill`, { query, schema: z.unknown() });
    return null;
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage || error.signedOut) throw error;
    return error.message;
  }
}

/** What stands in front of a list or a detail page. */
export type DialogState =
  | ViewsDialogState
  | { kind: "form"; form: FormState }
  | DetailState
  | ActState
  | BulkState
  | ExportState
  | Outcome
  | Refused
  | { kind: "columns"; reset: boolean };

/** What one declared screen shows. */
export interface ScreenState {
  title: string;
  document: string;
  list?: ListState;
  detail?: DetailState;
  form?: FormState;
  print?: PrintState;
  import?: ImportState;
  dialog?: DialogState | null;
  /** The page asks for itself again after a second: something goes on. */
  goesOn?: boolean;
  /** Saved views of the list, and the one that it shows. */
  views?: ViewItem[];
  view?: string;
  layout: TableLayout;
  /** An export that the list has begun. */
  exporting?: ExportFile;
  /** Lists have low rows. */
  compact?: boolean;
}

/** Loads the screen of an address: its page and the dialog that the address opens. */
export async function loadScreen(request: ScreenRequest): Promise<ScreenState> {
  const { staff, match, url, cookies } = request;
  const view = viewOf(request);
  const printed = view === "print" ? printedAt(match.path, url) : undefined;
  const { document } = printed ?? match;
  const title = titleFor(request);
  await requireView(staff, document);
  const base = { title, document: document.name, layout: readLayout(cookies), compact: isCompact(cookies) };
  if (view === "create")
    return { ...base, form: await loadAdd(staff, document, wholeAddress(request), document.screens.list) };
  if (view === "list" && url.searchParams.has("import")) {
    const state = await loadImport(staff, document, url);
    const goesOn = isRunning(state.file);
    return { ...base, title: `导入${document.label}`, import: state, goesOn };
  }
  if (view === "list") {
    const [list, dialog, views, exporting] = await Promise.all([
      loadList(staff, document, url),
      loadDialog(request),
      loadViews(staff, document),
      loadExporting(staff, url),
    ]);
    const home = defaultHref(url, views);
    if (home) throw redirect(home);
    const chosen = chosenView(url, views);
    return {
      ...base,
      ...(chosen?.layout && { layout: parseLayout(chosen.layout) }),
      views: views.map((v) => ({ ...v, href: viewHref(url.pathname, v) })),
      view: chosen?.id,
      list,
      dialog,
      exporting,
    };
  }
  if (view === "page") return { ...base, print: await loadPage(staff, document, match.page ?? "", rowId(request)) };
  if (printed) return { ...base, print: await loadPrint(staff, printed, url) };
  const id = rowId(request);
  if (!id || !/^\d{1,19}$/.test(id)) throw Response.json({ message: "单据不存在" }, { status: 404 });
  const opened = view === "edit" ? await editOrRead(request, id) : {};
  if (opened.form) leadHome(request, opened.form.values);
  if (opened.form) return { ...base, title: named(title, document, opened.form.values), form: opened.form };
  const [read, dialog] = await Promise.all([
    loadDetail(staff, document, id),
    // `edit` of the address asked for the form of this row; no dialog stands in front of its page.
    view === "edit" && url.searchParams.has("edit") ? null : loadDialog(request),
  ]);
  leadHome(request, read.row);
  const detail = { ...read, refused: opened.refused };
  return { ...base, title: named(titleOf(document, "detail"), document, detail.row), detail, dialog };
}

/** @throws Response that leads on to where the row is at home, 404 where it belongs to another one */
function leadHome({ match, url }: ScreenRequest, row: Readonly<Record<string, unknown>>): void {
  if (isAstray(match, row)) throw Response.json({ message: "单据不存在" }, { status: 404 });
  const home = homeOf(match, row);
  if (home) throw redirect(home + url.search);
}

/**
 * The edit form; where the state of the row forbids it, the sentence that says so: the document is then
 * to be read.
 */
async function editOrRead(
  { staff, match: { document } }: Pick<ScreenRequest, "staff" | "match">,
  id: string,
  close = document.screens.list,
): Promise<{ form?: FormState; refused?: string }> {
  try {
    return { form: await loadEdit(staff, document, id, close) };
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    if (error.status === 403 && document.screens.editReads) return {};
    if (error.status !== 409) throw error;
    return { refused: String((await error.json()).message) };
  }
}

/** A batch was asked for and no row is ticked: the list says so. */
function nothingChosen(list: string): Response {
  const headers = flash(new Headers(), { tone: "warning", text: "请先选择数据" });
  return redirect(list, { headers });
}

async function loadDialog(request: ScreenRequest): Promise<DialogState | null> {
  const { staff, url, match } = request;
  const { document } = match;
  const params = url.searchParams;
  const close = pagePath(url);
  if (params.has("columns")) return { kind: "columns", reset: params.get("columns") === "reset" };
  if (params.has("views")) return { kind: "views", sharing: await loadSharing(staff, document) };
  if (params.has("add")) return { kind: "form", form: await loadAdd(staff, document, url, close) };
  const edit = params.get("edit");
  if (edit) {
    const { form, refused } = await editOrRead(request, edit, close);
    return form ? { kind: "form", form } : { ...(await loadDetail(staff, document, edit)), refused };
  }
  const view = viewOf(request) === "list" && params.get("view");
  if (view) return loadDetail(staff, document, view);
  const name = params.get("do");
  if (!name) return null;
  const id = ["detail", "edit"].includes(viewOf(request) ?? "") ? rowId(request) : null;
  const ids = id ? [id] : askedIds(url);
  if (name === EXPORT && !id) {
    requirePermit((await staff.user()).permissions, document, EXPORT);
    return { kind: "export" };
  }
  if (name === BULK && !id) {
    if (!ids.length) throw nothingChosen(close);
    return loadBulk(staff, document, ids, params.get("field"));
  }
  const opens = document.actions?.[name]?.opens;
  if (opens && ids.length) {
    const message = await openingRefused(staff, opens, ids);
    if (message) return { kind: "refused", message };
    throw redirect(openHref(opens, ids.join(",")));
  }
  if (!ids.length) throw nothingChosen(close);
  const act = await loadAct(staff, document, name, ids);
  if (!act?.refused) return act;
  const { refused, fill } = act;
  const leads = fill && !refused.includes("编辑");
  return { kind: "refused", message: leads ? `${refused}，请在“编辑”中填写` : refused, fill };
}
