import { followOf, submitOf } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import type { FlashMessage } from "~/session/cookies.server";
import type { ScreenRequest } from "../frame/request.server";
import { loadRow, nextSaid } from "../row/load.server";
import { undoOf } from "../row/undo.server";
import { waitsFor } from "../row/waits";

/** The sentence after a document was submitted: for whom it waits now. */
export async function afterSubmit({ staff, match }: ScreenRequest, id: string, done: string) {
  const row = await loadRow(staff, match.document, id).catch(() => null);
  const waits = row && waitsFor(row);
  return waits ? `${done}，${waits}` : done;
}

/** Submits what was just saved, or does what comes then; refused, it stays saved, and the sentence says why. */
export async function submitSaved(
  request: ScreenRequest,
  id: string,
  key: string,
): Promise<Pick<FlashMessage, "text" | "link" | "undo"> & { tone: "success" | "warning" }> {
  const { staff, match } = request;
  const { document } = match;
  const follow = followOf(document) ?? "submit";
  try {
    const { version } = await loadRow(staff, document, id);
    await staff.erp.post(`${document.api}/${id}/${follow}`, {
      body: { id, version },
      schema: nothing,
      idempotencyKey: key ? `${key}-${follow}` : undefined,
    });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const saved = follow === "submit" ? "已保存为草稿，未能提交" : `已保存，未能${document.actions?.[follow]?.label}`;
    return { tone: "warning", text: `${saved}：${error.message}` };
  }
  const text = await afterSubmit(request, id, `${submitOf(document)}成功`);
  const { says, ...next } = await nextSaid(staff, document, follow, id);
  return { tone: "success", text: text + says, ...next, ...(await undoOf(request, follow, [id])) };
}
