import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { nextPath } from "~/session/paths.server";
import { finishSocial, isCallback, startSocial } from "~/session/social.server";
import { pageTitle } from "~/text";
import { LinkButton } from "~/ui";
import { BlankPage } from "~/ui/blank-page/blank-page";

export const meta: MetaFunction = () => [{ title: pageTitle("飞书登录") }];

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Automatic sign-in through 飞书: goes there by itself, and comes back here with code and state. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (isCallback(request)) throw await finishSocial(context, request, "FEISHU");
  const next = nextPath(new URL(request.url).searchParams.get("next"));
  const { address, headers } = startSocial(context, "FEISHU", next);
  // A page, not a redirect: form-action would stop one that a sent form runs into.
  headers.set("Refresh", `0; url=${address}`);
  return json({ address }, { headers });
}

export default function Feishu() {
  const { address } = useLoaderData<typeof loader>();
  return (
    <BlankPage title="正在前往飞书…" lead="登录后会回到刚才的页面">
      <div className="btns">
        <LinkButton href={address} tone="primary">
          没有自动跳转时点这里
        </LinkButton>
        <LinkButton href="/login">其他登录方式</LinkButton>
      </div>
    </BlankPage>
  );
}
