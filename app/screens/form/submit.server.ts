import { ErpError, nothing } from "~/erp/client.server";
import type { ScreenRequest } from "../frame/request.server";
import { loadRow } from "../row/load.server";
import { waitsFor } from "../row/waits";

/** The sentence after a document was submitted: for whom it waits now. */
export async function afterSubmit({ staff, match }: ScreenRequest, id: string, done: string) {
  const row = await loadRow(staff, match.document, id).catch(() => null);
  const waits = row && waitsFor(row);
  return waits ? `${done}，${waits}` : done;
}

/** Submits what was just saved; refused, it stays a draft, and the sentence says why. */
export async function submitSaved(
  request: ScreenRequest,
  id: string,
  key: string,
): Promise<{ text: string; tone: "success" | "warning" }> {
  const { staff, match } = request;
  const { document } = match;
  try {
    const { version } = await loadRow(staff, document, id);
    await staff.erp.post(`${document.api}/${id}/submit`, {
      body: { id, version },
      schema: nothing,
      idempotencyKey: key ? `${key}-submit` : undefined,
    });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return { tone: "warning", text: `已保存为草稿，未能提交：${error.message}` };
  }
  return { tone: "success", text: await afterSubmit(request, id, "保存并提交成功") };
}
