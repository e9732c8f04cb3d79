import { type Action, asksRows, type Lines } from "#documents/kit";
import type { ValueValues } from "../form/values";
import type { InFront, ScreenRequest } from "../frame/request.server";
import { rowsIn } from "../row/row";
import { loadAct } from "./load.server";
import { rowsAgain, typedIn } from "./rows.server";
import { type Counting, filled, scanned, scansIn, undone } from "./scans";
import type { ActState, Refused } from "./state";
import type { CountTarget } from "./target";

/** The rows that a scan or a button leaves, and what is said of it. */
function counted(target: CountTarget, lines: Lines, asked: readonly ValueValues[], now: Counting) {
  const { tally } = lines;
  const { verb, code, index } = target;
  if (verb === "add") return { ...now, rows: [...now.rows, ...Array.from({ length: target.more }, () => ({}))] };
  if (verb === "remove") return { ...now, rows: now.rows.filter((_, i) => i !== index) };
  if (verb === "copy") {
    const { id: _, ...copy } = now.rows[index] ?? {};
    return { ...now, rows: now.rows.flatMap((row, i) => (i === index ? [row, copy] : [row])) };
  }
  if (!tally) return now;
  if (verb === "undo") return undone(tally, now, index);
  if (verb === "scan") return code.trim() ? scanned(tally, now, asked, code) : now;
  return { scans: [], rows: now.rows.map((row) => filled(tally, row, verb === "all")) };
}

const focusOf = ({ verb, list, index }: CountTarget, rows: number): ActState["focus"] => {
  if (verb === "add") return { lines: list, row: rows };
  return verb === "copy" ? { lines: list, row: index + 1 } : undefined;
};

/** Counts what was scanned into the rows of an action, or changes its rows: the page again, all typed kept. */
export async function countRows(
  { staff, match }: ScreenRequest,
  target: CountTarget,
  form: FormData,
): Promise<InFront<ActState | Refused>> {
  const { document } = match;
  const { name, rows, list } = target;
  const action: Action | undefined = document.actions?.[name];
  const lines = action && asksRows(action) ? action.lines?.[list] : undefined;
  const ids = rows.map((row) => row.id).slice(0, 1);
  const state = lines && (await loadAct(staff, document, name, ids));
  if (!lines || !state) throw Response.json({ message: "不认识的操作" }, { status: 400 });
  if (state.refused) return { status: 409, dialog: { kind: "refused", message: state.refused } };
  const again = await rowsAgain(staff, document, state, typedIn(form, action, ids));
  const { rows: next, ...counting } = counted(target, lines, rowsIn(state.values, list), {
    rows: rowsIn(again.values, list),
    scans: scansIn(target.scans),
  });
  return {
    status: 200,
    dialog: {
      ...state,
      ...again,
      counting,
      key: target.key || state.key,
      values: { ...again.values, [list]: next },
      focus: focusOf(target, rowsIn(again.values, list).length),
    },
  };
}
