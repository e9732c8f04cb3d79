import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler, Response } from "express";

/** The routes from the root to this one. */
function chainOf(build: ServerBuild, id: string): string[] {
  const chain: string[] = [];
  for (let at: string | undefined = id; at; at = build.routes[at]?.parentId) chain.unshift(at);
  return chain;
}

const pick = <T extends object>(from: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as T;

/** The same build with one route and those above it. */
function only(build: ServerBuild, id: string): ServerBuild {
  const chain = chainOf(build, id);
  const { routes, assets } = build;
  return { ...build, routes: pick(routes, chain), assets: { ...assets, routes: pick(assets.routes, chain) } };
}

/**
 * A page's bytes go out as they are, where Remix ends an answer that has no body: by way of the web
 * stream of a Response they cost a tenth of a page.
 */
function endWithBytes(res: Response): void {
  const end = res.end.bind(res) as (...given: unknown[]) => Response;
  res.end = (...given: unknown[]) => {
    const { bytes } = res.locals.context;
    return end(...(bytes && !given.length ? [bytes] : given));
  };
}

/**
 * Answers pages by Remix. It ranks and compiles all its routes three times for each request, a tenth
 * of a list's time: paths of the `busiest` route are answered by a build that knows that one alone.
 * @param isBusiest whether a path ends at that route, by Remix's own ranking of all
 */
export function pages(build: ServerBuild, busiest: string, isBusiest: (path: string) => boolean): RequestHandler {
  const handler = (own: ServerBuild) =>
    createRequestHandler({ build: own, mode: "production", getLoadContext: (_req, res) => res.locals.context });
  const any = handler(build);
  const one = handler(only(build, busiest));
  return (req, res, next) => {
    endWithBytes(res);
    return (isBusiest(req.path) ? one : any)(req, res, next);
  };
}
