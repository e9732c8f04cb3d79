import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ErpError, nothing } from "~/erp/client.server";
import { flash } from "~/session/cookies.server";
import { requireStaff } from "~/session/staff.server";
import { MESSAGES, pageTitle } from "~/text";
import { ErrorLog } from "~/ui/shell/error-log";

export const meta: MetaFunction = () => [{ title: pageTitle("错误日志") }];

const line = (max: number) => z.string().transform((text) => text.slice(0, max));
const entries = z
  .array(
    z.object({
      type: line(50),
      message: line(2000),
      stack: line(8000),
      info: line(2000),
      url: line(2000),
      time: z.number(),
    }),
  )
  .min(1)
  .max(50);

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireStaff(context);
  return json({ done: new URL(request.url).searchParams.has("done") });
}

/** Hands the browser's log on to the backend, or confirms that the browser emptied its own. */
export async function action({ context }: ActionFunctionArgs) {
  const staff = requireStaff(context);
  const { form } = context;
  const back = (to: string, tone: "success" | "danger", text: string) =>
    redirect(to, { status: 303, headers: flash(new Headers(), { tone, text }) });
  const empty = () => back("/errorlog/index?done=1", "success", MESSAGES.errorLogCleared);
  if (form.get("intent") === "clear") return empty();
  try {
    const log = entries.parse(JSON.parse(String(form.get("entries") || "[]")));
    const { username } = await staff.user();
    const body = log.map((e) => ({ ...e, user: username }));
    await staff.erp.post("/admin/log/logs", { body, schema: nothing });
  } catch (error) {
    if (error instanceof Response) throw error;
    const why = error instanceof ErpError ? error.message : "没有可上传的日志";
    return back("/errorlog/index", "danger", why);
  }
  return back("/errorlog/index?done=1", "success", MESSAGES.errorLogUploaded);
}

export default function ErrorLogPage() {
  return <ErrorLog done={useLoaderData<typeof loader>().done} />;
}
