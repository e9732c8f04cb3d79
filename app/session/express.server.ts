import type { Request, RequestHandler } from "express";
import type { Console } from "./console.server";
import type { ConsoleContext, Retry } from "./context.server";
import { drained } from "./drained.server";
import { gate, isSecure } from "./gate.server";
import { readKept, sealKept } from "./kept-form.server";
import { returnPath, type Visit, wantsPage } from "./visit.server";

/** What the gate needs to know of an Express request. */
function visitOf(req: Request): Visit {
  const trusted = req.app.get("trust proxy fn")(req.socket.remoteAddress ?? "", 0);
  const forwarded = trusted ? req.get("x-forwarded-host")?.split(",")[0]?.trim() : undefined;
  return {
    method: req.method,
    url: req.originalUrl,
    // As Remix will read it: dot segments gone, so that no page passes under a public name.
    path: new URL(`http://console.invalid${req.originalUrl}`).pathname,
    host: forwarded ?? req.get("host") ?? "",
    https: req.secure,
    ip: req.ip ?? "",
    header: (name) => req.get(name),
  };
}

/** Shows another page under the asked address: Remix sees a GET of `path`. */
function showInstead(req: Request, path: string): void {
  req.method = "GET";
  req.url = path;
  req.originalUrl = path;
}

/**
 * Runs the gate before Remix and leaves the load context in `res.locals.context`.
 * Everything public and static (assets, /api, health checks) must be mounted before it.
 */
export function sessionGate(console: Console): RequestHandler {
  return async (req, res, next) => {
    try {
      const visit = visitOf(req);
      const decision = await gate(console, visit);
      for (const value of decision.cookies) res.append("Set-Cookie", value);
      const context: ConsoleContext = {
        console,
        visit,
        secure: isSecure(console, visit),
        session: null,
        staff: null,
        keptForm: null,
        drained: () => drained(res),
        problem: null,
      };
      res.locals.context = context;

      if (decision.kind === "pass") {
        context.session = decision.session;
        context.staff = decision.staff;
        return next();
      }
      if (decision.kind === "redirect") {
        const form = decision.keep && (await typed(req, visit, decision.session?.username));
        if (!form) return res.redirect(req.method === "GET" ? 302 : 303, decision.location);
        context.keptForm = sealKept(console.seals, form);
        // A locked session stays signed in; one that ended is gone.
        context.session = decision.session?.lock.locked ? decision.session : null;
        showInstead(req, decision.location);
        return next();
      }
      const { status, message } = decision;
      if (status === 503) res.set("Retry-After", "5");
      if (!wantsPage(visit)) return res.status(status).json({ code: 1, msg: message, data: null });
      context.problem = { status, message };
      if (status === 503) context.problem.retry = await retryOf(req, visit, decision.keep);
      context.session = decision.session ?? null;
      showInstead(req, status === 403 ? "/403" : "/500");
      next();
    } catch (error) {
      next(error);
    }
  };
}

async function retryOf(req: Request, visit: Visit, keep = false): Promise<Retry> {
  const form = keep ? await typed(req, visit) : null;
  return form
    ? { action: form.action, fields: form.fields, files: form.files }
    : { action: returnPath(visit) };
}

function typed(req: Request, visit: Visit, username = "") {
  const type = req.get("content-type") ?? "";
  return readKept(req, { type, action: returnPath(visit), username });
}
