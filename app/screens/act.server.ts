import { allFields, maskedFields } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import { setStar } from "~/erp/search.server";
import { withParams } from "~/ui";
import { readLayout } from "~/ui/columns/layout";
import { countRows } from "./act/count.server";
import { deleteRow, runAction, runBatch } from "./act/run.server";
import { takeBack } from "./act/undo.server";
import { runBulk } from "./bulk/run.server";
import { comment, type Unsaid } from "./detail/comment.server";
import { ATTACHED } from "./detail/files";
import type { AttachTarget, StarTarget } from "./detail/target";
import { startExport } from "./export/start.server";
import { addLine, copyLine, fillLines, removeLine } from "./form/line.server";
import { save, saveAndSubmit } from "./form/save.server";
import { storeFiles } from "./form/store.server";
import type { ValueValues } from "./form/values";
import { saveColumnLayout } from "./frame/column-layout.server";
import { withoutPicked } from "./frame/picked";
import { type InFront, type InPlace, leadOn, pagePath, rowId, type ScreenRequest } from "./frame/request.server";
import { importStep } from "./import/step.server";
import { type Intent, type IntentKind, readIntent, type Target } from "./intent";
import { tableOf } from "./list/columns";
import { loadInline, type StillOpen, saveInline } from "./list/inline.server";
import { type DialogState, loadScreen, type ScreenState } from "./load.server";
import { filesOf } from "./row/files";
import { loadSheet, withTried } from "./sheet/load.server";
import { proposeSheet, saveSheet } from "./sheet/save.server";
import type { SheetAgain } from "./sheet/state";
import { keepView } from "./views/step.server";
import { VIEW } from "./views/views.server";

/** Keeps the files of a document as its page shows them: those that stay and those that came. */
async function attach(request: ScreenRequest, { row }: AttachTarget, form: FormData) {
  const { document } = request.match;
  const field = allFields(document)[ATTACHED];
  if (!row || !field) throw Response.json({ message: "不认识的操作" }, { status: 400 });
  const { erp } = request.staff;
  const values: ValueValues = {};
  const [problem] = Object.values(await storeFiles(request.staff, form, [[ATTACHED, field]], values));
  if (problem) return leadOn(request, problem, undefined, "warning");
  const ids = filesOf(values[ATTACHED]).flatMap((file) => file.id ?? []);
  try {
    await erp.put(document.api, { body: { ...row, [ATTACHED]: ids }, schema: nothing });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return leadOn(request, error.message, undefined, "warning");
  }
  return leadOn(request, "附件已保存");
}

/** Keeps the columns that were chosen for a list, or moved in its head. */
async function saveColumns(
  { staff, match, url, cookies }: ScreenRequest,
  _: unknown,
  form: FormData,
): Promise<Response> {
  const { document } = match;
  // A view brings its own columns: with others the list is that view no longer.
  const list = pagePath(url);
  const to = url.searchParams.has(VIEW) ? withParams(list, { [VIEW]: 0 }) : list;
  const { permissions } = await staff.user();
  const table = tableOf(document, maskedFields(document, permissions, Object.fromEntries(url.searchParams)));
  return saveColumnLayout({ url, form, table, layout: readLayout(cookies), to });
}

/** Keeps the document of a detail page at hand for this person, or no longer. */
async function star(request: ScreenRequest, { on }: StarTarget): Promise<Response> {
  const { staff, match } = request;
  const id = rowId(request);
  if (id) await setStar(staff.erp, match.document.name, id, on);
  return leadOn(request, on ? "已收藏，在搜索框下可以找到" : "已取消收藏");
}

/** A page to show instead of a redirect: a refused form, results per row, a password shown once. */
export interface ActShown {
  status: number;
  state: ScreenState;
}

type Answer = Response | InFront<DialogState> | InPlace<Partial<ScreenState>> | StillOpen | SheetAgain | Unsaid;

type ActHandler<K extends IntentKind> = (
  request: ScreenRequest,
  target: Target<K>,
  form: FormData,
) => Answer | Promise<Answer>;

/** Who does what a form asks for. */
const handlers: { [K in IntentKind]: ActHandler<K> } = {
  addLine,
  copyLine,
  fillLines,
  removeLine,
  save,
  submit: saveAndSubmit,
  delete: deleteRow,
  action: runAction,
  undo: takeBack,
  batch: runBatch,
  count: countRows,
  attach,
  comment,
  star,
  bulk: runBulk,
  export: startExport,
  inline: saveInline,
  sheet: saveSheet,
  propose: proposeSheet,
  columns: saveColumns,
  view: keepView,
  import: importStep,
};

/** Runs what a form of a declared screen asks for. */
export async function actOnScreen(request: ScreenRequest, form: FormData): Promise<Response | ActShown> {
  const intent = readIntent(form, request.match.document);
  return shown(request, await handle(request, intent, form));
}

const handle = <K extends IntentKind>(request: ScreenRequest, intent: Intent<K>, form: FormData) =>
  handlers[intent.kind](request, intent.target, form);

/** The page that an answer means. */
async function shown(request: ScreenRequest, answer: Answer): Promise<Response | ActShown> {
  if (answer instanceof Response) return answer;
  const { status } = answer;
  if ("page" in answer) {
    const { document } = request.match;
    return { status, state: { document: document.name, layout: {}, ...answer.page } };
  }
  const done = "done" in answer ? answer.done : [];
  const url = new URL(withoutPicked(pagePath(request.url), done ?? []), request.url);
  const state = await loadScreen({ ...request, url });
  if ("dialog" in answer) return { status, state: { ...state, dialog: answer.dialog } };
  const { list, detail } = state;
  if ("unsaid" in answer) {
    if (detail) detail.unsaid = answer.unsaid;
  } else if (list) {
    const { staff, match } = request;
    if ("sheet" in answer) {
      list.rows = await withTried(staff, match.document, list.rows, answer.sheet.tried);
      list.sheet = await loadSheet(staff, match.document, list.rows, answer.sheet);
    } else list.inline = await loadInline(staff, match.document, list.rows, null, answer.retry);
  }
  return { status, state: { ...state, dialog: null } };
}
