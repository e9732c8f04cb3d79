import express, { type RequestHandler, type Router } from "express";

export interface Route {
  method: "get" | "post" | "put" | "delete";
  /** Pattern as Express reads it. */
  path: string;
  handlers: RequestHandler[];
}

const DEPTH = 2;
const partsOf = (path: string) => path.toLowerCase().split("/").slice(1);
const isWord = (part: string | undefined): part is string => !!part && /^[\w.-]+$/.test(part);

/** Words that a pattern begins with, before whatever takes anything. */
function wordsOf(path: string): string[] {
  const parts = partsOf(path).slice(0, DEPTH);
  const open = parts.findIndex((part) => !isWord(part));
  return open < 0 ? parts : parts.slice(0, open);
}

/**
 * Finds the route of a call among very many: Express tries one pattern after the other, and lets others
 * take their turn after each hundred. Those whose first words fit have a router of their own, made when
 * it is first needed; within it the order holds.
 */
export function routed(routes: readonly Route[]): RequestHandler {
  const begun = routes.map((route) => ({ route, start: wordsOf(route.path) }));
  const known = new Set(begun.flatMap(({ start }) => start.map((_, i) => start.slice(0, i + 1).join("/"))));
  const routers = new Map<string, Router>();
  const make = (words: readonly string[]) => {
    const router = express.Router();
    for (const { route, start } of begun)
      if (start.every((word, i) => word === words[i])) router[route.method](route.path, ...route.handlers);
    return router;
  };
  return (req, res, next) => {
    let words = partsOf(req.path).slice(0, DEPTH);
    while (words.length && !known.has(words.join("/"))) words = words.slice(0, -1);
    const key = words.join("/");
    const router = routers.get(key) ?? make(words);
    routers.set(key, router);
    router(req, res, next);
  };
}
