import { countRows } from "./act/count.server";
import { deleteRow, runAction, runBatch } from "./act/run.server";
import type { InFront, InPlace } from "./answer.server";
import { runBulk } from "./bulk/run.server";
import { attach } from "./detail/attach.server";
import { comment, type Unsaid } from "./detail/comment.server";
import { star } from "./detail/star.server";
import { startExport } from "./export/start.server";
import { addLine, copyLine, fillLines, removeLine } from "./form/line.server";
import { save, saveAndSubmit } from "./form/save.server";
import { importStep } from "./import/step.server";
import { type Intent, type Kind, readIntent, type Target } from "./intent";
import { loadInline } from "./list/inline.server";
import { saveColumns } from "./list/save-columns.server";
import { type StillOpen, saveInline } from "./list/save-inline.server";
import { type DialogState, loadScreen, type ScreenState } from "./load.server";
import { withoutPicked } from "./picked";
import { pagePath, type ScreenRequest } from "./request.server";
import { keepView } from "./views/step.server";

/** A page to show instead of a redirect: a refused form, results per row, a password shown once. */
export interface Shown {
  status: number;
  state: ScreenState;
}

type Answer = Response | InFront<DialogState> | InPlace<Partial<ScreenState>> | StillOpen | Unsaid;

type Handler<K extends Kind> = (
  request: ScreenRequest,
  target: Target<K>,
  form: FormData,
) => Answer | Promise<Answer>;

/** Who does what a form asks for. */
const handlers: { [K in Kind]: Handler<K> } = {
  addLine,
  copyLine,
  fillLines,
  removeLine,
  save,
  submit: saveAndSubmit,
  delete: deleteRow,
  action: runAction,
  batch: runBatch,
  count: countRows,
  attach,
  comment,
  star,
  bulk: runBulk,
  export: startExport,
  inline: saveInline,
  columns: saveColumns,
  view: keepView,
  import: importStep,
};

/** Runs what a form of a declared screen asks for. */
export async function actOnScreen(
  request: ScreenRequest,
  form: FormData,
): Promise<Response | Shown> {
  const intent = readIntent(form, request.match.document);
  return shown(request, await handle(request, intent, form));
}

const handle = <K extends Kind>(request: ScreenRequest, intent: Intent<K>, form: FormData) =>
  handlers[intent.kind](request, intent.target, form);

/** The page that an answer means. */
async function shown(request: ScreenRequest, answer: Answer): Promise<Response | Shown> {
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
    list.inline = await loadInline(staff, match.document, list.rows, null, answer.retry);
  }
  return { status, state: { ...state, dialog: null } };
}
