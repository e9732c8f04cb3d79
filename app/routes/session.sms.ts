import { type ActionFunctionArgs, json } from "@remix-run/node";
import { createErp, ErpError } from "~/erp/client.server";
import { numberIn, requestSmsCode } from "~/session/login-action.server";
import { visitorOf } from "~/session/sign-in.server";
import { phoneProblem, ungrouped } from "~/text";

/** Seconds until another code may be asked for. */
const WAIT = 60;

/** Sends an SMS code without leaving the log-in page (script); the form does the same without. */
export async function action({ context }: ActionFunctionArgs) {
  const mobile = ungrouped(String(context.form.get("mobile") ?? ""));
  const tenant = String(context.form.get("tenant") ?? "").trim();
  const wrong = phoneProblem(mobile);
  if (wrong) return json({ ok: false, message: wrong, wait: 0 }, { status: 422 });
  try {
    const message = await requestSmsCode(createErp(visitorOf(context)), numberIn({ mobile, tenant }));
    return json({ ok: true, message, wait: WAIT });
  } catch (error) {
    if (!(error instanceof ErpError)) throw error;
    const wait = error.status === 429 ? WAIT : 0;
    return json({ ok: false, message: error.message, wait }, { status: error.status });
  }
}
