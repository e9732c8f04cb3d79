import { ErpError } from "~/erp/client.server";
import { type InFront, statusOf } from "../answer.server";
import { confirmedIn } from "../confirmed";
import type { Values } from "../form/values";
import type { ScreenRequest } from "../request.server";
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
    const refused = { ok: false, msg: error.message };
    return {
      status: statusOf(error),
      dialog: state
        ? {
            ...(await again(state)),
            message: error.message,
            ...(error.asks && { question: error.message }),
            errors: { ...error.fields },
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
