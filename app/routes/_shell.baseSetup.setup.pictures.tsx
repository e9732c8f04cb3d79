import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { pictureLoad, pictureState } from "#documents/base/pictures";
import { PicturesPage, picturesHref } from "~/features/setup/pictures";
import { askedImport, importAnswer, sendFile } from "~/features/setup/upload.server";
import { refreshHeaders } from "~/screens/frame/request.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("商品图片") }];

const API = "/setup/pictures";
const MAY = "setup_import_import";

/** The page asks for itself again while the archive is read, without script too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  const id = askedImport(request);
  const state = id === null ? null : await staff.erp.get(`${API}/${id}`, { schema: pictureState });
  const history = state ? [] : await staff.erp.get(API, { schema: z.array(pictureLoad) });
  return json({ state, history }, { headers: state?.status === "waiting" ? { Refresh: "2" } : {} });
}

export const headers: HeadersFunction = refreshHeaders;

export async function action({ context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  return importAnswer(() => sendFile(staff, API, context.form), picturesHref);
}

export default function Pictures() {
  const page = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return <PicturesPage {...page} message={sent?.message ?? null} />;
}
