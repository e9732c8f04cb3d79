import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { exportFile } from "#documents/kit";
import { Downloads } from "~/features/downloads/page";
import { DOWNLOADS } from "~/screens/export/state";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("我的下载") }];

/** The page asks for itself again while something goes on, without script too. */
export async function loader({ context }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  const files = await staff.erp.get("/admin/exports", { schema: z.array(exportFile) });
  const running = files.some((file) => file.status === "running");
  return json({ files }, { headers: running ? { Refresh: "2" } : {} });
}

export const headers: HeadersFunction = ({ loaderHeaders }): Record<string, string> => {
  const seconds = loaderHeaders.get("Refresh");
  return seconds ? { Refresh: seconds } : {};
};

export default function DownloadsPage() {
  return <Downloads files={useLoaderData<typeof loader>().files} url={DOWNLOADS} />;
}
