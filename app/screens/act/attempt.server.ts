import { wordOf } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { type InFront, statusOf } from "../answer.server";
import { confirmedIn } from "../confirmed";
import type { Values } from "../form/values";
import { rowHref } from "../href";
import type { ScreenRequest } from "../request.server";
import { changedBy } from "../row/changed-by";
import { loadRow } from "../row/load.server";
import { readInput, typedIn } from "./input.server";
import { loadAct } from "./load.server";
import { rowsAgain } from "./rows.server";
import { SCAN, scansIn } from "./scans";
import type { ActState, Outcome } from "./state";
import type { ActRow, ActTarget } from "./target";

export type ActAnswer = Response | InFront<ActState | Outcome>;

interface Attempt {
  request: ScreenRequest;
  target: ActTarget;
  form: FormData;
  /** What a row is called, where it cannot be read any more. */
  labelOf?: (id: string) => string;
}

/**
 * Runs an action with what its form asked for. Refused, its dialog asks again with everything that was
 * typed; where even that cannot be loaded, the refusal stands beside the rows.
 */
export async function attempt(
  { request, target, form, labelOf = (id) => id }: Attempt,
  run: (data: Values, first: ActRow) => Promise<ActAnswer>,
): Promise<ActAnswer> {
  const { staff, match } = request;
  const { name, rows } = target;
  const action = match.document.actions?.[name];
  const ids = rows.map((row) => row.id);
  const load = () => loadAct(staff, match.document, name, ids);
  let typed = typedIn(form, action, ids);
  /** What is said of a row that is another one than was seen; the next try knows it as it is now. */
  const changedMeanwhile = async (state: ActState) => {
    const [seen] = rows;
    const now = state.rows.find(({ id, version }) => id === seen?.id && version !== seen.version);
    if (!now || state.refused || rows.length > 1) return null;
    const row = await loadRow(staff, match.document, now.id).catch(() => null);
    const by = (row && changedBy(row)) ?? "其他人";
    return {
      message: `${by}修改了${now.label}，您填写的内容都还在。请核对最新内容后再次${wordOf(match.document, name)}`,
      newer: rowHref(match.document, "detail", now.id, match.document.screens.list),
    };
  };
  const again = async (state: ActState): Promise<ActState> => ({
    ...state,
    ...(await rowsAgain(staff, match.document, state, typed)),
    counting: { scans: scansIn(form.getAll(SCAN.kept).map(String)) },
  });
  try {
    const read = await readInput(staff, match.document, name, form, ids);
    // With the files that came along: nobody chooses them twice.
    typed = read.values;
    const [first] = rows;
    if ("data" in read && first) return await run({ ...read.data, ...confirmedIn(form) }, first);
    const errors = "data" in read ? { _: "请先选择数据" } : read.errors;
    const state = await load();
    return { status: 422, dialog: state && { ...(await again(state)), errors } };
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const state = await load().catch(() => null);
    const newer = error.status === 409 && !error.asks && state && (await changedMeanwhile(state));
    const refused = { ok: false, msg: error.message };
    return {
      status: statusOf(error),
      dialog: state
        ? {
            ...(await again(state)),
            message: error.message,
            ...(error.asks && { question: error.message }),
            errors: { ...error.fields },
            ...newer,
            key: crypto.randomUUID(),
          }
        : {
            kind: "outcome",
            title: "操作失败",
            results: rows.map(({ id }) => ({ id, label: labelOf(id), ...refused })),
          },
    };
  }
}
