import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { frameAddress, isFrameable } from "~/session/frame.server";
import { pageTitle } from "~/text/title";
import css from "~/ui/blank-page/blank-page.css";
import { ErrorPage } from "~/ui/blank-page/error-page";
import { LinkButton } from "~/ui/button/button";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.title ?? "外部页面") },
];

/** An external page inside the console; only hosts of IFRAME_HOSTS. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const routerPath = pathname.slice("/myiframe/".length);
  // The query belongs to the framed address unless it was encoded into the path.
  const url = frameAddress(routerPath + (/^https?:/i.test(routerPath) ? search : ""));
  if (!url) throw json({ message: "外部页面的地址不正确" }, { status: 404 });
  const { iframeHosts } = context.console.config;
  if (!isFrameable(url, iframeHosts, context.visit.host))
    throw json(
      { message: `外部站点 ${url.host} 不在允许嵌入的名单中，请联系管理员添加。` },
      { status: 403 },
    );
  return { src: url.href, host: url.host, title: searchParams.get("name") || url.host };
}

export default function Frame() {
  const { src, host, title } = useLoaderData<typeof loader>();
  return (
    <>
      <link rel="stylesheet" href={css} />
      <main id="main" className="outer-frame">
        <header>
          <h1>
            {title} <span className="hint">来自 {host}</span>
          </h1>
          <LinkButton href={src} target="_blank" small>
            新窗口打开
          </LinkButton>
          <LinkButton href="/" small>
            返回首页
          </LinkButton>
        </header>
        <iframe
          src={src}
          title={title}
          sandbox="allow-scripts allow-forms allow-popups allow-downloads allow-same-origin"
          referrerPolicy="no-referrer"
        />
      </main>
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const known = isRouteErrorResponse(error);
  return (
    <ErrorPage status={known ? error.status : 500} message={known ? error.data?.message : null} />
  );
}
