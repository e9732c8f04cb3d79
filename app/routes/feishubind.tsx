import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loginAction, loginPage } from "~/session/login-action.server";
import { withQuery } from "~/session/paths.server";
import { pendingBind } from "~/session/social.server";
import { pageTitle, STATUS_MESSAGES } from "~/text";
import { LinkButton } from "~/ui";
import { Banner, BlankPage } from "~/ui/blank-page/blank-page";
import { KeptFormPage } from "~/ui/blank-page/kept-form";
import { PasswordForm } from "~/ui/blank-page/password-form";

export const meta: MetaFunction = () => [{ title: pageTitle("绑定飞书账号") }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { page, headers } = await loginPage(context, request);
  const next = page.next === "/" ? null : page.next;
  const waiting = pendingBind(context)?.type === "FEISHU";
  const links = {
    action: withQuery("/feishubind", { next }),
    feishu: withQuery("/feishu", { next }),
    login: withQuery("/login", { next }),
  };
  return json({ ...page, waiting, links }, { headers });
}

export const action = ({ context, request }: ActionFunctionArgs) => loginAction(context, request);

export default function FeishuBind() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "kept" in answer) return <KeptFormPage {...answer.kept} />;
  const { waiting, links } = page;
  return (
    <BlankPage title="绑定飞书账号" lead="用公司账号登录一次，之后可直接用飞书登录">
      {waiting && !answer && <Banner tone="warning">{STATUS_MESSAGES[417]}</Banner>}
      {waiting ? (
        <PasswordForm
          action={links.action}
          username={answer?.values.username ?? page.username}
          remember={answer?.values.remember ?? page.remember}
          randomStr={page.randomStr}
          errors={answer?.errors}
          message={answer?.message}
          submit="登录并绑定"
        >
          <input type="hidden" name="bind" value="1" />
        </PasswordForm>
      ) : (
        <>
          <Banner tone="info">没有等待绑定的飞书账号，或授权已超过 10 分钟，请重新从飞书进入。</Banner>
          <div className="btns">
            <LinkButton href={links.login}>账号登录</LinkButton>
            <LinkButton href={links.feishu} tone="primary">
              从飞书进入
            </LinkButton>
          </div>
        </>
      )}
    </BlankPage>
  );
}
