import type { EntryContext } from "@remix-run/node";
import { pageTitle } from "~/text";

/** What a route inside the shell may say of itself: `export const handle: ShellHandle`. */
export interface ShellHandle {
  /** False: the page opens no tab. */
  tab?: boolean;
  /** List page whose menu entry is highlighted; found by the path when absent. */
  parent?: string;
}

export interface PageFacts {
  /** Whole document title. */
  title: string;
  inShell: boolean;
  handle: ShellHandle;
}

const ERROR_TITLES: Record<number, string> = {
  401: "登录已失效",
  403: "没有权限",
  404: "页面不存在",
  409: "现在不能操作",
  503: "服务暂不可用",
};

/** Words for an error page of this status. */
export const errorTitle = (status: number): string => ERROR_TITLES[status] ?? "出错了";

type Meta = (args: object) => ({ title?: unknown } | undefined)[] | undefined;

/**
 * Title, place and handle of the page that Remix is about to render. The title comes from the `meta`
 * of the deepest route that has one, so that document, tab and breadcrumb cannot differ.
 */
export function describePage({ staticHandlerContext, routeModules }: EntryContext): PageFacts {
  const { matches, loaderData, errors, statusCode, location } = staticHandlerContext;
  const inShell = matches.some((m) => m.route.id === "routes/_shell");
  const handle = (matches.at(-1)?.route.handle ?? {}) as ShellHandle;
  if (errors) return { title: pageTitle(errorTitle(statusCode)), inShell, handle };
  const described = matches.map((m) => ({
    id: m.route.id,
    pathname: m.pathname,
    params: m.params,
    data: loaderData[m.route.id],
    handle: m.route.handle,
    meta: [],
  }));
  for (const match of [...described].reverse()) {
    const meta = routeModules[match.id]?.meta as Meta | undefined;
    if (typeof meta !== "function") continue;
    const found = meta({ ...match, location, matches: described })?.find((d) => d?.title);
    if (found) return { title: String(found.title), inShell, handle };
  }
  return { title: pageTitle(""), inShell, handle };
}
