import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { terminalKinds } from "#documents/wms/terminal/words";
import { actOnJob, loadJob } from "~/features/terminal/job.server";
import { loadStock } from "~/features/terminal/stock.server";
import { requireStaff } from "~/session/staff.server";

const kindOf = (name: string | undefined) => {
  const kind = terminalKinds.find((one) => one === name);
  if (!kind) throw Response.json({ message: "页面不存在" }, { status: 404 });
  return kind;
};

export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireStaff(context);
  if (params.job === "stock") return loadStock(request, context);
  return loadJob(request, context, kindOf(params.job));
}

export function action({ request, context, params }: ActionFunctionArgs) {
  requireStaff(context);
  return actOnJob(request, context, kindOf(params.job));
}
