import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { systemStatus } from "#documents/admin/status";
import { StatusPage } from "~/features/base/status";
import { useFrame } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("运行状态") }];

export async function loader({ context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "base_job_view");
  const status = await staff.erp.get("/admin/status", { schema: systemStatus });
  return json({ status });
}

export default function StatusRoute() {
  const { shell } = useFrame();
  return <StatusPage {...useLoaderData<typeof loader>()} version={shell?.version ?? ""} />;
}
