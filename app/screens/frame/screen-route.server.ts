import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";

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

/** Names the route that answers a path, "" where none does; all routes are asked, once per path. */
export function routeOfPath(build: ServerBuild): (path: string) => string {
  const tree = treeOf(build);
  const found = new LRUCache<string, string>({ max: 5000 });
  return (path) => {
    let known = found.get(path);
    if (known === undefined) {
      known = matchRoutes(tree, path)?.at(-1)?.route.id ?? "";
      found.set(path, known);
    }
    return known;
  };
}
