import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { isRunning, workbookRow, workbookState } from "#documents/base/workbook/words";
import { ErpError, nothing } from "~/erp/client.server";
import { id as wireId } from "~/erp/shapes";
import { workbookHref } from "~/features/setup/workbook/href";
import { WorkbookPage } from "~/features/setup/workbook/page";
import { statusOf } from "~/screens/frame/request.server";
import { requirePermission, type Staff } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("建账导入") }];

const API = "/setup/workbook";
const MAY = "setup_import_import";

const asked = (request: Request): string | null => {
  const id = new URL(request.url).searchParams.get("id");
  if (id === null) return null;
  if (!/^\d{1,18}$/.test(id)) throw Response.json({ message: "导入不存在" }, { status: 404 });
  return id;
};

/** The page asks for itself again while something goes on, without script too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  const id = asked(request);
  const state = id === null ? null : await staff.erp.get(`${API}/${id}`, { schema: workbookState });
  const history = state ? [] : await staff.erp.get(API, { schema: z.array(workbookRow) });
  const mayUndo = await staff.can("setup_import_undo");
  const undo = new URL(request.url).searchParams.has("undo");
  const running = state && isRunning(state.status);
  return json({ state, history, mayUndo, undo }, { headers: running ? { Refresh: "2" } : {} });
}

export const headers: HeadersFunction = ({ loaderHeaders }): Record<string, string> => {
  const seconds = loaderHeaders.get("Refresh");
  return seconds ? { Refresh: seconds } : {};
};

const STEPS = new Set(["check", "commit", "undo", "cancel"]);

/** Uploads a workbook or has one of its steps done. @returns its id */
async function proceed(staff: Staff, id: string | null, form: FormData): Promise<string | null> {
  const step = String(form.get("_do") ?? "");
  if (id !== null && STEPS.has(step)) {
    await staff.erp.post(`${API}/${id}/${step}`, { body: {}, schema: nothing });
    return id;
  }
  const file = form.get("file");
  if (!(file instanceof File) || !file.size) return null;
  const part = new FormData();
  part.append("file", file, file.name);
  return (await staff.erp.upload(`${API}/import`, part, z.object({ id: wireId }))).id;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  try {
    const id = await proceed(staff, asked(request), context.form);
    if (id === null) return json({ message: "请选择文件" }, { status: 422 });
    return redirect(workbookHref(id), { status: 303 });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return json({ message: error.message }, { status: statusOf(error) });
  }
}

export default function Workbook() {
  const page = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return <WorkbookPage {...page} message={sent?.message ?? null} />;
}
