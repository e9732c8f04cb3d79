import { comesBack, wordOf } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import { samePath } from "~/session/paths.server";
import { type InFront, leadOn, type ScreenRequest } from "../frame/request.server";
import type { BatchResult, Outcome } from "./state";
import type { UndoTarget } from "./target";

/** Takes back what was done to rows, each by its own call, or says of which that cannot be done any more, and why. */
export async function takeBack(
  request: ScreenRequest,
  { name, rows, key, back }: UndoTarget,
): Promise<Response | InFront<Outcome>> {
  const { staff, match } = request;
  const { api, actions = {}, screens } = match.document;
  const gone = name === "del" && comesBack(match.document);
  const opposite = gone ? "undelete" : actions[name]?.undo;
  if (!opposite || !rows.length) throw Response.json({ message: "不认识的操作" }, { status: 400 });
  const tried = async ({ id, version, label }: UndoTarget["rows"][number]): Promise<BatchResult> => {
    try {
      await staff.erp.post(actions[opposite]?.path ?? `${api}/${id}/${opposite}`, {
        body: gone ? {} : { id, version },
        schema: nothing,
        idempotencyKey: `${key}-undo-${id}`,
      });
      return { id, label, ok: true, msg: null };
    } catch (error) {
      if (!(error instanceof ErpError) || error.outage) throw error;
      return { id, label, ok: false, msg: error.message };
    }
  };
  const results: BatchResult[] = [];
  // The last one first: it may stand on what was done before it.
  for (const row of [...rows].reverse()) results.unshift(await tried(row));
  const refused = results.filter(({ ok }) => !ok);
  const word = wordOf(match.document, name);
  const to = samePath(back) ?? screens.list;
  if (!refused.length) return leadOn(request, `已撤销${word}${rows.length > 1 ? ` ${rows.length} 条` : ""}`, to);
  if (rows.length === 1) return leadOn(request, `未能撤销：${refused[0]?.msg ?? ""}`, to, "warning");
  return { status: 200, dialog: { kind: "outcome", title: `撤销${word}结果`, results } };
}
