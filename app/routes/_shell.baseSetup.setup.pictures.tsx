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
import { pictureLoad, pictureState } from "#documents/base/pictures";
import { ErpError } from "~/erp/client.server";
import { id as wireId } from "~/erp/shapes";
import { PicturesPage, picturesHref } from "~/features/setup/pictures";
import { statusOf } from "~/screens/frame/request.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("商品图片") }];

const API = "/setup/pictures";
const MAY = "setup_import_import";

/** The page asks for itself again while the archive is read, without script too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  const id = new URL(request.url).searchParams.get("id");
  if (id !== null && !/^\d{1,18}$/.test(id)) throw Response.json({ message: "导入不存在" }, { status: 404 });
  const state = id === null ? null : await staff.erp.get(`${API}/${id}`, { schema: pictureState });
  const history = state ? [] : await staff.erp.get(API, { schema: z.array(pictureLoad) });
  return json({ state, history }, { headers: state?.status === "waiting" ? { Refresh: "2" } : {} });
}

export const headers: HeadersFunction = ({ loaderHeaders }): Record<string, string> => {
  const seconds = loaderHeaders.get("Refresh");
  return seconds ? { Refresh: seconds } : {};
};

export async function action({ context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  const file = context.form.get("file");
  if (!(file instanceof File) || !file.size) return json({ message: "请选择文件" }, { status: 422 });
  const part = new FormData();
  part.append("file", file, file.name);
  try {
    const { id } = await staff.erp.upload(`${API}/import`, part, z.object({ id: wireId }));
    return redirect(picturesHref(id), { status: 303 });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return json({ message: error.message }, { status: statusOf(error) });
  }
}

export default function Pictures() {
  const page = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return <PicturesPage {...page} message={sent?.message ?? null} />;
}
