import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { ErpError } from "~/erp/client.server";
import { guide } from "~/features/demo/guide";
import { Reset } from "~/features/demo/reset";
import { flash } from "~/session/cookies.server";
import { endSession, seeOther } from "~/session/sign-in.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";
import { STATUS_MESSAGES } from "~/text/messages";

const GOES_ON = "还在恢复，完成后所有人会退出登录，请稍候";

export const meta: MetaFunction = () => [{ title: pageTitle("恢复初始状态") }];

/** @throws Response 404 where the company is no invented one, 403 for who may not */
async function requireReset(context: AppLoadContext) {
  const staff = requireStaff(context);
  if (!staff.demo) throw Response.json({ message: STATUS_MESSAGES[404] }, { status: 404 });
  const { mayReset } = await staff.erp.get("/demo/guide", { schema: guide });
  if (!mayReset) throw Response.json({ message: STATUS_MESSAGES[403] }, { status: 403 });
  return staff;
}

export async function loader({ context }: LoaderFunctionArgs) {
  await requireReset(context);
  return null;
}

export async function action({ context }: ActionFunctionArgs) {
  const staff = await requireReset(context);
  const word = String(context.form.get("word") ?? "");
  try {
    const { done } = await staff.erp.post("/demo/reset", { body: { word }, schema: z.object({ done: z.boolean() }) });
    if (!done) return seeOther("/demo/reset", flash(new Headers(), { tone: "warning", text: GOES_ON }));
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return json({ message: error.message, word }, { status: 422 });
  }
  return seeOther("/login?reason=restored", await endSession(context));
}

export default function DemoReset() {
  return <Reset refused={useActionData<typeof action>()} />;
}
