import { json, redirect } from "@remix-run/node";
import { writeViewed } from "~/screens/shell/shell.server";
import { flash } from "~/session/cookies.server";
import type { Staff } from "~/session/staff.server";
import { MOBILE } from "~/text";
import { changeFlow, type FlowAnswer } from "../workflow/detail.server";

/** Why an approval was not decided, and which one. */
export interface MobileAnswer extends FlowAnswer {
  flow: string;
}

/** Decides on the approval that is shown, after which the next one is, or forgets what was opened. */
export async function changeMobileHome(staff: Staff, request: Request, form: FormData) {
  const back = MOBILE + new URL(request.url).search;
  if (form.get("_do") === "clear") {
    const { userId } = await staff.user();
    const headers = flash(new Headers(), { tone: "success", text: "最近访问已清空" });
    headers.append("Set-Cookie", writeViewed(userId, []));
    return redirect(MOBILE, { status: 303, headers });
  }
  const flow = String(form.get("flow") ?? "");
  if (!/^\d{1,18}$/.test(flow) || !["approve", "reject"].includes(String(form.get("_do"))))
    throw json({ message: "不认识的操作" }, { status: 400 });
  const answer = await changeFlow(staff, flow, form);
  if (answer.headers.has("Location")) {
    answer.headers.set("Location", back);
    return answer;
  }
  const refused: FlowAnswer = await answer.json();
  return json<MobileAnswer>({ ...refused, flow }, { status: answer.status });
}
