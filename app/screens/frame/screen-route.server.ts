import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";

/** The route of every declared screen: nearly all requests for a page end there. */
export const SCREEN_ROUTE = "routes/_shell.$";

type ScreenRouteNode = Parameters<typeof matchRoutes>[0][number];

function treeOf(build: ServerBuild, parentId?: string): ScreenRouteNode[] {
  return Object.values(build.routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }): ScreenRouteNode => {
      if (index) return { id, path, index };
      const children = treeOf(build, id);
      return { id, path, ...(children.length && { children }) };
    });
}

/** Tells whether a path is answered by the route of declared screens; all routes are asked, once per path. */
export function screenRoute(build: ServerBuild): (path: string) => boolean {
  const tree = treeOf(build);
  const found = new LRUCache<string, boolean>({ max: 5000 });
  return (path) => {
    let known = found.get(path);
    if (known === undefined) {
      known = matchRoutes(tree, path)?.at(-1)?.route.id === SCREEN_ROUTE;
      found.set(path, known);
    }
    return known;
  };
}
