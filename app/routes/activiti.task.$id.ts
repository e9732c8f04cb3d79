import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { fetchTask } from "~/erp/workflow.server";
import { requireStaff } from "~/session/staff.server";

/** A task leads on to its flow, where its decision is in view. */
export async function loader({ context, params: { id = "" } }: LoaderFunctionArgs) {
  if (!/^\d{1,18}$/.test(id)) throw Response.json({ message: "单据不存在" }, { status: 404 });
  const { instanceId } = await fetchTask(requireStaff(context).erp, id);
  return redirect(`/activiti/detail/${instanceId}?walk=${id}`);
}
