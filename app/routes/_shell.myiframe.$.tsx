import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { frameAddress, isFrameable } from "~/session/frame.server";
import { pageTitle } from "~/text";
import { OuterFrame } from "~/ui/outer-frame/outer-frame";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: pageTitle(data?.title ?? "外部页面") }];

/** An external page inside the shell; only hosts of IFRAME_HOSTS. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const routerPath = pathname.slice("/myiframe/".length);
  // The query belongs to the framed address unless it was encoded into the path.
  const url = frameAddress(routerPath + (/^https?:/i.test(routerPath) ? search : ""));
  if (!url) throw json({ message: "外部页面的地址不正确" }, { status: 404 });
  const { iframeHosts } = context.console.config;
  if (!isFrameable(url, iframeHosts, context.visit.host))
    throw json({ message: `外部站点 ${url.host} 不在允许嵌入的名单中，请联系管理员添加。` }, { status: 403 });
  return { src: url.href, host: url.host, title: searchParams.get("name") || url.host };
}

export default function Frame() {
  return <OuterFrame {...useLoaderData<typeof loader>()} />;
}
