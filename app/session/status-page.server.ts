import { type AppLoadContext, json } from "@remix-run/node";
import { nextPath } from "./paths.server";

/** Answers an error page with its status; shown also in place of what the gate refused. */
export function statusPage(context: AppLoadContext, request: Request, status: number) {
  const { problem, session } = context;
  const next = new URL(request.url).searchParams.get("next");
  const page = {
    status: problem?.status ?? status,
    message: problem?.message ?? null,
    signedIn: session !== null,
    retry: problem?.retry,
    next: next ? nextPath(next) : undefined,
  };
  return json(page, { status: page.status });
}
