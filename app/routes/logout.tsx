import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cookie } from "~/session/cookies.server";
import { samePath } from "~/session/paths.server";
import { endSession, seeOther } from "~/session/sign-in.server";
import { MESSAGES, pageTitle } from "~/text";
import { Button, LinkButton } from "~/ui";
import { BlankPage } from "~/ui/blank-page/blank-page";

export const meta: MetaFunction = () => [{ title: pageTitle("退出登录") }];

/** The page to go back to: the one that the link was on. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const referer = request.headers.get("Referer") ?? "";
  const from = URL.canParse(referer) ? new URL(referer) : null;
  const back = from?.host === context.visit.host ? samePath(from.pathname + from.search) : null;
  return { back: context.session?.lock.locked ? "/lock" : (back ?? "/") };
}

/** Clears session, lock and tabs (specification section 4). */
export async function action({ context }: ActionFunctionArgs) {
  const headers = await endSession(context);
  headers.append("Set-Cookie", cookie("tabs", "", { secure: false, maxAge: 0 }));
  return seeOther("/login?reason=out", headers);
}

export default function Logout() {
  const { back } = useLoaderData<typeof loader>();
  return (
    <BlankPage title="退出登录" lead={MESSAGES.logoutConfirm}>
      <form method="post" action="/logout" className="btns blank-end">
        <LinkButton href={back}>取消</LinkButton>
        <Button tone="primary">确定</Button>
      </form>
    </BlankPage>
  );
}
