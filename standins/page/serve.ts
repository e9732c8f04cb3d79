import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { bodyOf, send } from "../http/server";
import { Fault } from "../http/words";
import type { World } from "../world/world";
import { ACTS } from "./acts";
import { pageOf, type Said } from "./page";

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

/** What people are told of what they did wrong. */
function wrongOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  if (!(error instanceof z.ZodError)) throw error;
  const [issue] = error.issues;
  return `填写有误：${issue?.path.join(".")}`;
}

/** Forms of other sites do nothing here. */
const own = ({ headers }: IncomingMessage) =>
  ["same-origin", "none", undefined].includes([headers["sec-fetch-site"]].flat()[0]);

/** The page for people, and what its forms do. @returns false when it is no page of its own */
export const servePage =
  (world: World, tell: (name: string, order: object) => unknown) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const show = (said: Said, status = 200) =>
      send(response, { status, headers: HEADERS, type: "text/html; charset=utf-8", bytes: pageOf(world, said) });
    if (pathname === "/" && request.method === "GET") {
      show({ done: searchParams.get("done") ?? undefined });
      return true;
    }
    const what = /^\/do\/([a-zA-Z]+)$/.exec(pathname)?.[1] ?? "";
    const act = Object.hasOwn(ACTS, what) && ACTS[what];
    if (!act || request.method !== "POST") return false;
    const text = await bodyOf(request);
    if (text === undefined || !own(request)) {
      send(response, { status: 403 });
      return true;
    }
    try {
      const done = act(new URLSearchParams(text), tell);
      const location = `/?done=${encodeURIComponent(done)}`;
      send(response, { status: 303, headers: { location } });
    } catch (error) {
      show({ wrong: wrongOf(error) }, 400);
    }
    return true;
  };
