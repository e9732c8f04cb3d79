import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { roleMatrix } from "#documents/admin/role-matrix";
import { nothing } from "~/erp/client.server";
import { ROLE_MATRIX, RoleMatrixPage } from "~/features/setup/role-matrix";
import { flash } from "~/session/cookies.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("角色权限核对") }];

export async function loader({ context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "sys_role_view");
  const [matrix, mayConfirm] = await Promise.all([
    staff.erp.get("/admin/role/matrix", { schema: roleMatrix }),
    staff.can("setup_guide_edit"),
  ]);
  return json({ matrix, mayConfirm });
}

export async function action({ context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, "setup_guide_edit");
  await staff.erp.post("/admin/role/matrix", { body: {}, schema: nothing });
  const headers = flash(new Headers(), { tone: "success", text: "已核对" });
  return redirect(ROLE_MATRIX, { status: 303, headers });
}

export default function RoleMatrixRoute() {
  return <RoleMatrixPage {...useLoaderData<typeof loader>()} />;
}
