import {
  type ActionFunction,
  type AppLoadContext,
  json,
  type LoaderFunction,
  redirect,
  type ServerBuild,
} from "@remix-run/node";
import { ErpError } from "~/erp/errors";
import { flash } from "~/session/cookies.server";
import { wantsPage } from "~/session/visit.server";
import { statusOf } from "./frame/request.server";
import { referrer } from "./shell/referrer.server";

type ResourceRun = LoaderFunction & ActionFunction;

/** What the backend refuses, said on the page that asked; a script, or nobody's page, gets it as JSON. */
function said(error: unknown, request: Request, { visit }: AppLoadContext): Response {
  if (!(error instanceof ErpError)) throw error;
  const back = wantsPage(visit) ? referrer(request, visit.host) : null;
  if (!back) return json({ message: error.message }, { status: statusOf(error) });
  const headers = flash(new Headers(), { tone: "warning", text: error.message });
  return redirect(back, { status: 303, headers });
}

const saying =
  (run: ResourceRun): ResourceRun =>
  async (args) => {
    try {
      return await run(args);
    } catch (error) {
      return said(error, args.request, args.context);
    }
  };

/** The same build; its routes without a page say what the backend refuses them, where Remix hides it. */
export function sayingBuild(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { default: page, loader, action } = route.module;
    if (page) return [id, route];
    const module = {
      ...route.module,
      ...(loader && { loader: saying(loader as ResourceRun) }),
      ...(action && { action: saying(action as ResourceRun) }),
    };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
