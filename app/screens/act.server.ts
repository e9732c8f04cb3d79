import { redirect } from "@remix-run/node";
import { ErpError, nothing } from "~/erp/client.server";
import { flash } from "~/session/flash.server";
import { parseLayout, readLayout } from "~/ui/columns/layout";
import { withParams } from "~/ui/url";
import { loadAct } from "./act/load.server";
import { readAct, runAct, type Target, targetsOf } from "./act/run.server";
import { saveColumnLayout } from "./column-layout.server";
import { save } from "./form/save.server";
import { rowHref } from "./href";
import { importHref } from "./import/href";
import { importStep } from "./import/step.server";
import { tableOf } from "./list/columns";
import { loadInline, saveInline } from "./list/inline.server";
import { listPath, requireView } from "./list/load.server";
import {
  type DialogState,
  loadScreen,
  named,
  rowId,
  type ScreenRequest,
  type ScreenState,
  titleFor,
  viewOf,
} from "./load.server";
import { withoutPicked } from "./picked";
import { loadRow } from "./row/load.server";
import { viewStep } from "./views/step.server";
import { chosenView, loadViews, VIEW } from "./views/views.server";

/** A page to show instead of a redirect: a refused form, results per row, a password shown once. */
export interface Shown {
  status: number;
  state: ScreenState;
}

/** Back to the page without its dialog, with a sentence on what happened. */
function back(request: ScreenRequest, text: string, to = listPath(request.url)): Response {
  const headers = new Headers();
  flash(headers, { tone: "success", text });
  return redirect(to, { status: 303, headers });
}

/** Runs what a form of a declared screen asks for. */
export async function actOnScreen(
  request: ScreenRequest,
  form: FormData,
): Promise<Response | Shown> {
  const { document } = request.match;
  if (form.get("_action") === "columns") return saveColumns(request, form);
  if (form.get("_action") === "import") return bringIn(request, form);
  if (form.get("_action") === "view") return keepView(request, form);
  if (form.get("_action") === "inline") return editInline(request, form);
  const row = /^(\w+):(\d{1,19}):(\d{1,9})$/.exec(String(form.get("_row") ?? ""));
  if (row?.[1] && row[2])
    return act(request, row[1], [{ id: row[2], version: Number(row[3]) }], form);
  const name = String(form.get("_do") ?? "");
  if (name === "comment") return comment(request, form);
  if (name === "add" || name === "edit") return saveForm(request, name, form);
  if (name === "del" || document.actions?.[name]) return act(request, name, targetsOf(form), form);
  throw Response.json({ message: "不认识的操作" }, { status: 400 });
}

/** One step of an import; the next one is a page of its own, so that reloading repeats nothing. */
async function bringIn(request: ScreenRequest, form: FormData): Promise<Response | Shown> {
  const { staff, match, url } = request;
  const { document } = match;
  const step = await importStep(staff, document, url, form);
  if ("file" in step) return redirect(importHref(listPath(url), step.file), { status: 303 });
  const title = `导入${document.label}`;
  const state: ScreenState = { title, document: document.name, layout: {}, import: step.state };
  return { status: step.status, state };
}

/** Saves the row that was edited in place; refused, it stays open with what was typed. */
async function editInline(request: ScreenRequest, form: FormData): Promise<Response | Shown> {
  const { staff, match } = request;
  const refused = await saveInline(staff, match.document, form);
  if (!refused) return back(request, "修改成功");
  const { state } = await behind(request, refused.status, null);
  const { list } = state;
  if (list) list.inline = await loadInline(staff, match.document, list.rows, null, refused.retry);
  return { status: refused.status, state };
}

async function keepView(request: ScreenRequest, form: FormData): Promise<Response | Shown> {
  const { staff, match, url, cookies } = request;
  await requireView(staff, match.document);
  const views = await loadViews(staff, match.document);
  const chosen = chosenView(url, views);
  const layout = chosen?.layout ? parseLayout(chosen.layout) : readLayout(cookies);
  const step = await viewStep(staff, match.document, url, form, layout);
  if ("to" in step) return back(request, step.text, step.to);
  return behind(request, step.status, { kind: "views", ...step });
}

async function comment(request: ScreenRequest, form: FormData): Promise<Response> {
  const { staff, match } = request;
  const id = rowId(request);
  const content = String(form.get("content") ?? "").trim();
  const headers = new Headers();
  if (!id || !content) flash(headers, { tone: "warning", text: "请输入评论内容" });
  else {
    await staff.erp.post(`/admin/comment/${match.document.name}/${id}`, {
      body: { content: content.slice(0, 1000) },
      schema: nothing,
    });
    // Without this word a browser takes what was typed for unsent, and offers it again.
    flash(headers, { tone: "success", text: "评论已发表" });
  }
  return redirect(listPath(request.url), { status: 303, headers });
}

function saveColumns({ match, url }: ScreenRequest, form: FormData): Response {
  // A view brings its own columns: with others the list is that view no longer.
  const to = url.searchParams.has(VIEW) ? withParams(listPath(url), { [VIEW]: 0 }) : listPath(url);
  return saveColumnLayout({ url, form, table: tableOf(match.document), to });
}

const onPage = (request: ScreenRequest) => {
  const view = viewOf(request);
  return view !== "list" && view !== "detail";
};

async function saveForm(
  request: ScreenRequest,
  mode: "add" | "edit",
  form: FormData,
): Promise<Response | Shown> {
  const { staff, match, url } = request;
  const { document } = match;
  const close = onPage(request) ? document.screens.list : listPath(url);
  const result = await save(staff, document, mode, form, close, url.pathname + url.search);
  if ("again" in result) {
    const { again, status } = result;
    if (onPage(request)) {
      // What the form does not hold, such as its number, is read again.
      const row = again.id ? await loadRow(staff, document, again.id).catch(() => null) : null;
      const state: ScreenState = {
        title: named(titleFor(request), document, row ?? {}),
        document: document.name,
        layout: {},
        form: again,
      };
      return { status, state };
    }
    return behind(request, status, { kind: "form", form: again });
  }
  const { saved } = result;
  const done = mode === "add" ? `${document.saveLabel ?? "新增"}成功` : "修改成功";
  if (saved.oneTimePassword)
    return behind(request, 200, {
      kind: "outcome",
      title: done,
      oneTimePassword: saved.oneTimePassword,
    });
  const to = onPage(request) ? rowHref(document, "detail", saved.id, document.screens.list) : close;
  return back(request, done, to);
}

async function act(request: ScreenRequest, name: string, targets: Target[], form: FormData) {
  const { staff, match } = request;
  const { document } = match;
  const load = () =>
    loadAct(
      staff,
      document,
      name,
      targets.map((t) => t.id),
    );
  // The names of deleted rows are gone afterwards: they are read before a batch runs.
  const before = targets.length > 1 ? await load() : null;
  const labels = (id: string) => before?.rows.find((r) => r.id === id)?.label ?? id;
  try {
    const ran = await runAct(staff, document, name, targets, form, labels);
    if (!ran.ok) {
      const state = await load();
      return behind(request, 422, state && { ...state, values: ran.values, errors: ran.errors });
    }
    const done = targets.map((t) => t.id);
    if (ran.outcome) return behind(request, 200, ran.outcome, done);
    const gone = name === "del" && viewOf(request) === "detail";
    const to = withoutPicked(listPath(request.url), done);
    return back(request, ran.message, gone ? document.screens.list : to);
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const state = await load().catch(() => null);
    const dialog: DialogState = state
      ? {
          ...state,
          values: { ...state.values, ...readAct(form, document.actions?.[name]) },
          message: error.message,
          errors: { ...error.fields },
          key: crypto.randomUUID(),
        }
      : {
          kind: "outcome",
          title: "操作失败",
          results: targets.map((t) => ({
            id: t.id,
            label: labels(t.id),
            ok: false,
            msg: error.message,
          })),
        };
    return behind(request, error.status === 200 ? 422 : error.status, dialog);
  }
}

/** The page behind, freshly loaded, with a dialog in front of it. */
async function behind(
  request: ScreenRequest,
  status: number,
  dialog: DialogState | null,
  done: readonly string[] = [],
): Promise<Shown> {
  const url = new URL(withoutPicked(listPath(request.url), done), request.url);
  const state = await loadScreen({ ...request, url });
  return { status, state: { ...state, dialog } };
}
