import { comesBack, wordOf } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import { samePath } from "~/session/paths.server";
import { leadOn, type ScreenRequest } from "../frame/request.server";
import type { UndoTarget } from "./target";

/** Takes back what was done to a row, or says why that cannot be done any more. */
export async function takeBack(request: ScreenRequest, { name, row, key, back }: UndoTarget): Promise<Response> {
  const { staff, match } = request;
  const { api, actions = {}, screens } = match.document;
  const gone = name === "del" && comesBack(match.document);
  const opposite = gone ? "undelete" : actions[name]?.undo;
  if (!opposite || !row) throw Response.json({ message: "不认识的操作" }, { status: 400 });
  const to = samePath(back) ?? screens.list;
  try {
    await staff.erp.post(actions[opposite]?.path ?? `${api}/${row.id}/${opposite}`, {
      body: gone ? {} : row,
      schema: nothing,
      idempotencyKey: `${key}-undo-${row.id}`,
    });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return leadOn(request, `未能撤销：${error.message}`, to, "warning");
  }
  return leadOn(request, `已撤销${wordOf(match.document, name)}`, to);
}
