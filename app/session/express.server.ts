import path from "node:path";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { POSITION } from "~/erp/transport.server";
import type { Console } from "./console.server";
import type { ConsoleContext, ContextProblem, ContextRetry } from "./context.server";
import { cookie, readCookies } from "./cookies.server";
import { drained } from "./drained.server";
import { FILE_BYTES, FORM_BYTES, FormRefusal, readForm, requireAnnounced } from "./form/read-form.server";
import { gate, isSecure } from "./gate.server";
import { readKept, sealKept } from "./kept-form.server";
import { isRead, returnPath, type Visit, wantsPage } from "./visit.server";

/** Pages whose files may be larger than those of others, in bytes. */
const LARGE: Readonly<Record<string, number>> = { "/baseSetup/setup/pictures": 2048 * 1024 * 1024 };

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
    hops: [req.get("x-forwarded-for"), req.socket.remoteAddress].filter(Boolean).join(", "),
    header: (name) => req.get(name),
    written: writtenOf(readCookies(req.headers.cookie)),
  };
}

const WRITTEN = "written";
/** Longer than any standby may lie behind that is read from. */
const WRITTEN_SECONDS = 120;
const TIMES = ["since", "rights"] as const;
/** Longer than any answer is kept: ANSWERS_SECONDS is 300 at most. */
const TIMES_SECONDS = 300;

function writtenOf(cookies: ReturnType<typeof readCookies>): Visit["written"] {
  const at = cookies.get(WRITTEN);
  const written: Visit["written"] = { ...(at && POSITION.test(at) && { at }) };
  for (const what of TIMES) {
    const time = Number(cookies.get(`${WRITTEN}-${what}`));
    if (time > 0) written[what] = Math.min(time, Date.now());
  }
  return written;
}

/**
 * The browser brings along where the backend stood after what it wrote, and when: its next page shows nothing older,
 * whichever copy of the console makes it.
 */
function carryWritten(res: Response, { written }: Visit, secure: boolean): void {
  const before = { ...written };
  const carry = (name: string, value: unknown, maxAge: number) =>
    res.append("Set-Cookie", cookie(name, String(value), { secure, maxAge }));
  const writeHead = res.writeHead.bind(res) as (...given: unknown[]) => Response;
  res.writeHead = (...given: unknown[]) => {
    if (written.at !== before.at) carry(WRITTEN, written.at, WRITTEN_SECONDS);
    for (const what of TIMES)
      if (written[what] !== before[what]) carry(`${WRITTEN}-${what}`, written[what], TIMES_SECONDS);
    return writeHead(...given);
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
      carryWritten(res, visit, isSecure(console, visit));
      const decision = await gate(console, visit);
      for (const value of decision.cookies) res.append("Set-Cookie", value);
      const context: ConsoleContext = {
        console,
        visit,
        secure: isSecure(console, visit),
        session: null,
        staff: null,
        form: new FormData(),
        keptForm: null,
        drained: () => drained(res),
        problem: null,
      };
      res.locals.context = context;

      if (decision.kind === "pass") {
        context.session = decision.session;
        context.staff = decision.staff;
        // Who is not signed in sends no files.
        const files = context.staff && path.join(console.config.dataDir, "forms");
        if (!isRead(visit)) context.form = await readForm(req, res, files, LARGE[visit.path]);
        return next();
      }
      if (decision.kind === "redirect") {
        const form = decision.keep && (await typed(req, res, visit, decision.session?.username));
        if (!form) return res.redirect(req.method === "GET" ? 302 : 303, decision.location);
        context.keptForm = sealKept(console.seals, form);
        // A locked session stays signed in; one that ended is gone.
        context.session = decision.session?.lock.locked ? decision.session : null;
        showInstead(req, decision.location);
        return next();
      }
      const { status, message } = decision;
      if (status === 503) res.set("Retry-After", "5");
      context.session = decision.session ?? null;
      const retry = status === 503 ? await retryOf(req, res, visit, decision.keep) : undefined;
      refuse(req, res, next, { status, message, retry });
    } catch (error) {
      if (error instanceof FormRefusal && res.locals.context) refuse(req, res, next, error);
      else next(error);
    }
  };
}

/** Shows a page that says what is wrong; a script gets JSON. */
function refuse(req: Request, res: Response, next: NextFunction, problem: ContextProblem): void {
  const context: ConsoleContext = res.locals.context;
  const { status, message, retry } = problem;
  if (!wantsPage(context.visit)) return void res.status(status).json({ code: 1, msg: message, data: null });
  context.problem = { status, message, retry };
  showInstead(req, status === 403 ? "/403" : "/500");
  next();
}

async function retryOf(req: Request, res: Response, visit: Visit, keep = false): Promise<ContextRetry> {
  const form = keep ? await typed(req, res, visit) : null;
  return form ? { action: form.action, fields: form.fields, files: form.files } : { action: returnPath(visit) };
}

async function typed(req: Request, res: Response, visit: Visit, username = "") {
  await requireAnnounced(req, res, FORM_BYTES + FILE_BYTES);
  const type = req.get("content-type") ?? "";
  return readKept(req, { type, action: returnPath(visit), username });
}
