import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { WORKBOOK, workbookHref } from "~/features/setup/workbook/href";
import { fileOrBack, passFile } from "~/screens/frame/download.server";
import { requirePermission } from "~/session/staff.server";

const MAY = "setup_import_import";
const API = "/setup/workbook";
const lost = () => Response.json({ message: "资源不存在" }, { status: 404 });

const idOf = (request: Request): string => {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  if (!/^\d{1,18}$/.test(id)) throw lost();
  return id;
};

/** The workbook to fill in, or the one that was sent with its errors marked. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  const { searchParams } = new URL(request.url);
  if (params.part === "template") {
    const query = { examples: searchParams.get("examples") ?? "0", sheets: searchParams.get("sheets") ?? "" };
    return fileOrBack(WORKBOOK, () => passFile(staff, `${API}/template`, query));
  }
  if (params.part !== "errors") throw lost();
  const id = idOf(request);
  return fileOrBack(workbookHref(id), () => passFile(staff, `${API}/${id}/errors`, {}));
}

/** One-time passwords of the people whom a workbook made: given once, so by a form. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  if (params.part !== "passwords") throw lost();
  const id = idOf(request);
  return fileOrBack(workbookHref(id), async () => {
    const schema = z.object({ text: z.string() });
    const { text } = await staff.erp.post(`${API}/${id}/passwords`, { body: {}, schema });
    const headers = {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent("一次性密码.csv")}`,
      "Cache-Control": "private, no-store",
    };
    return new Response(`\ufeff${text}\r\n`, { headers });
  });
}
