import { redirect } from "@remix-run/node";
import type { DocumentType } from "#documents/kit";
import { flash } from "~/session/flash.server";
import type { Staff } from "~/session/staff.server";
import { parseLayout, readLayout } from "~/ui/columns/layout";
import type { TableLayout } from "~/ui/table/column";
import { askedIds, loadAct } from "./act/load.server";
import type { ActState, Outcome } from "./act/state";
import { type DetailState, loadDetail } from "./detail/load.server";
import type { FormState } from "./form/form";
import { loadAdd, loadEdit } from "./form/load.server";
import { openHref } from "./href";
import { type ImportState, isRunning, loadImport } from "./import/state.server";
import { type ListState, listPath, loadList, requireView } from "./list/load.server";
import { loadPage, loadPrint } from "./print/load.server";
import type { PrintState } from "./print/print";
import { type Match, titleOf, type View } from "./resolve";
import type { ViewItem } from "./views/item";
import { chosenView, defaultHref, loadViews, viewHref } from "./views/views.server";

/** What stands in front of a list or a detail page. */
export type DialogState =
  | { kind: "views"; message?: string; name?: string }
  | { kind: "form"; form: FormState }
  | DetailState
  | ActState
  | Outcome
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
}

export interface ScreenRequest {
  staff: Staff;
  match: Match & { document: DocumentType };
  url: URL;
  cookies: string | null;
}

/** The row that a page is about: `{id}` of the path, else `?id=`. */
export const rowId = ({ match, url }: Pick<ScreenRequest, "match" | "url">): string | null =>
  match.params.id ?? url.searchParams.get("id");

/**
 * One address may serve the blank form and, with `?id=`, the edit form or the detail page; where it
 * serves both of these, `&edit=1` asks for the form, or `viewBy` for the detail.
 */
export function viewOf({ match, url }: Pick<ScreenRequest, "match" | "url">): View | undefined {
  const { view, document, path } = match;
  if (!document || !rowId({ match, url })) return view;
  const { edit, detail, viewBy } = document.screens;
  if (edit === path && detail === path)
    return !url.searchParams.get(viewBy ?? "edit") === !viewBy ? "detail" : "edit";
  if (view !== "create") return view;
  return (["edit", "detail"] as const).find((v) => document.screens[v] === path) ?? view;
}

/** Title of the view that an address shows. */
export function titleFor(request: Pick<ScreenRequest, "match" | "url">): string {
  const { match } = request;
  const view = viewOf(request);
  return view && view !== match.view ? titleOf(match.document, view) : match.title;
}

/** The address with the names of its path as query names; "0" stands for none. */
function asked({ match, url }: Pick<ScreenRequest, "match" | "url">): URL {
  const whole = new URL(url);
  for (const [name, value] of Object.entries(match.params))
    if (value && value !== "0" && name !== "*") whole.searchParams.set(name, value);
  return whole;
}

/** Whether an address opens a form that takes its values from another document. */
export function startsFrom(request: Pick<ScreenRequest, "match" | "url">): boolean {
  const { searchParams } = asked(request);
  const { prefill = [] } = request.match.document;
  return !rowId(request) && prefill.some((name) => !!searchParams.get(name));
}

/** Loads the screen of an address: its page and the dialog that the address opens. */
export async function loadScreen(request: ScreenRequest): Promise<ScreenState> {
  const { staff, match, url, cookies } = request;
  const { document } = match;
  const view = viewOf(request);
  const title = titleFor(request);
  await requireView(staff, document);
  const base = {
    title,
    document: document.name,
    layout: cookies ? readLayout(cookies) : parseLayout(""),
  };
  if (view === "create")
    return { ...base, form: await loadAdd(staff, document, asked(request), document.screens.list) };
  if (view === "list" && url.searchParams.has("import")) {
    const state = await loadImport(staff, document, url);
    const goesOn = isRunning(state.file);
    return { ...base, title: `导入${document.label}`, import: state, goesOn };
  }
  if (view === "list") {
    const [list, dialog, views] = await Promise.all([
      loadList(staff, document, url),
      loadDialog(request),
      loadViews(staff, document),
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
    };
  }
  if (view === "page")
    return { ...base, print: await loadPage(staff, document, match.page ?? "", rowId(request)) };
  if (view === "print") return { ...base, print: await loadPrint(staff, document, url) };
  const id = rowId(request);
  if (!id || !/^\d{1,19}$/.test(id))
    throw Response.json({ message: "单据不存在" }, { status: 404 });
  const form = view === "edit" && (await editOrRead(request, id));
  if (form) return { ...base, title: named(title, document, form.values), form };
  const [detail, dialog] = await Promise.all([
    loadDetail(staff, document, id),
    loadDialog(request),
  ]);
  return {
    ...base,
    title: named(titleOf(document, "detail"), document, detail.row),
    detail,
    dialog,
  };
}

/** A title that says which row it is about. */
export const named = (title: string, { display }: DocumentType, row: Record<string, unknown>) =>
  `${title} ${row[display] ?? ""}`.trim();

/** The edit form; nothing where editing is refused and the document is then to be read. */
async function editOrRead({ staff, match: { document } }: ScreenRequest, id: string) {
  try {
    return await loadEdit(staff, document, id, document.screens.list);
  } catch (error) {
    const refused = error instanceof Response && error.status === 403;
    if (!refused || !document.screens.editReads) throw error;
    return null;
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
  const close = listPath(url);
  if (params.has("columns")) return { kind: "columns", reset: params.get("columns") === "reset" };
  if (params.has("views")) return { kind: "views" };
  if (params.has("add")) return { kind: "form", form: await loadAdd(staff, document, url, close) };
  const edit = params.get("edit");
  if (edit) return { kind: "form", form: await loadEdit(staff, document, edit, close) };
  const view = viewOf(request) === "list" && params.get("view");
  if (view) return loadDetail(staff, document, view);
  const name = params.get("do");
  if (!name) return null;
  const id = ["detail", "edit"].includes(viewOf(request) ?? "") ? rowId(request) : null;
  const ids = id ? [id] : askedIds(url);
  const opens = document.actions?.[name]?.opens;
  if (opens && ids.length) throw redirect(openHref(opens, ids.join(",")));
  if (!ids.length) throw nothingChosen(close);
  return loadAct(staff, document, name, ids);
}
