import type { LoaderFunctionArgs } from "@remix-run/node";
import { DATA_STATUS } from "~/features/base/data-status";
import { fileOrBack, passFile } from "~/screens/frame/download.server";
import { requirePermission } from "~/session/staff.server";

/** 数据完整性 as a spreadsheet, a row for each store, kind and day. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "base_data_export");
  const storeId = new URL(request.url).searchParams.get("storeId");
  return fileOrBack(DATA_STATUS, () => passFile(staff, "/base/datastatus/export", storeId ? { storeId } : {}));
}
