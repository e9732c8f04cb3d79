import { z } from "zod";
import { type DocumentType, exportFile, filterNames } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { withParams } from "~/ui";
import { type InFront, leadOn, pagePath, type ScreenRequest, statusOf } from "../frame/request.server";
import { EXPORTING, type ExportState } from "./state";
import type { ExportTarget } from "./target";

/** What of a list's address its file follows. */
export function exportQuery(document: DocumentType, given: URLSearchParams) {
  const names = [...filterNames(document), "ascs", "descs"];
  return Object.fromEntries(names.map((n) => [n, given.getAll(n).filter(Boolean).join(",")]).filter(([, v]) => v));
}

/** Has the file of a list made in the background; the list shows how far it is. */
export async function startExport(
  request: ScreenRequest,
  { columns, lines }: ExportTarget,
): Promise<Response | InFront<ExportState>> {
  const { staff, match, url } = request;
  const { document } = match;
  const query = exportQuery(document, url.searchParams);
  try {
    const made = await staff.erp.post(`${document.api}/export`, {
      body: { ...query, ...(columns.length && { columns: columns.join(",") }), ...(lines && { lines: "1" }) },
      schema: z.object({ id }),
    });
    const to = withParams(pagePath(url), { [EXPORTING]: made.id });
    return leadOn(request, "导出已开始，完成后在“我的下载”中下载", to);
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return { status: statusOf(error), dialog: { kind: "export", message: error.message } };
  }
}

/** The export that an address says to be under way; none when it is gone. */
export async function loadExporting(staff: Staff, url: URL) {
  const asked = url.searchParams.get(EXPORTING) ?? "";
  if (!/^\d{1,18}$/.test(asked)) return undefined;
  return staff.erp.get(`/admin/exports/${asked}`, { schema: exportFile }).catch((error) => {
    if (error instanceof ErpError && error.status === 404) return undefined;
    throw error;
  });
}
