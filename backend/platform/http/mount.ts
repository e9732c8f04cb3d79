import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from "express";
import { z } from "zod";
import type { BackendConfig } from "../config";
import type { Database, Sql } from "../db/sql";
import { POSITION, type Standby } from "../db/standby";
import { readBody } from "./body";
import { type Caller, type Endpoint, type Services, schemaOf } from "./endpoint";
import { faultOf, type OperationLog, requestIdOf, requestOf } from "./operation-log";
import { readQuery } from "./query";
import { forbidden, Question, Refusal, refusalOf } from "./refusal";
import { routed } from "./routes";
import { validate } from "./validate";

const confirmation = z.object({ confirmed: z.union([z.literal(true), z.string().max(500)]) });

/** What the caller answers to the question of a refusal, beside the values of the body. */
const confirmedIn = (body: unknown): { confirmed?: string | true } => confirmation.safeParse(body).data ?? {};

/** What the mount needs from other rooms; handed in, so that this room imports none of them. */
export interface Backing {
  db: Database;
  standby?: Standby | undefined;
  config: BackendConfig;
  services: Services;
  log(line: string): void;
  resolveCaller(db: Sql, config: BackendConfig, token: string, attended: boolean): Promise<Caller | null>;
  /** The token that a one-time ticket in the address of a download stands for. */
  tokenOfTicket?(db: Database, ticket: string, path: string): Promise<string | undefined>;
  writeLog(db: Sql, entry: OperationLog): Promise<void>;
  /** Says more of a session that is known no more; nothing where it just ended. */
  whyEnded?(db: Sql): Promise<string | undefined>;
}

/** Sends `{code:0,msg:null,data}`: the dialect of pig-contract.md. */
const ok = (data: unknown) => ({ code: 0, msg: null, data: data ?? null });

const bearer = (header: string | undefined) => /^bearer (\S+)$/i.exec(header ?? "")?.[1];

const FRESH = "请先修改初始密码";

function handler(
  e: Endpoint,
  { db, standby, config, services, resolveCaller, tokenOfTicket, whyEnded }: Backing,
): RequestHandler {
  const needed = e.permission === undefined ? [] : [e.permission].flat();
  // Addresses are kept and passed on: of a download they hold a ticket that is used once, never a token.
  const linked = async ({ path, query: { ticket } }: Request) =>
    path.startsWith("/download/") && typeof ticket === "string" ? tokenOfTicket?.(db, ticket, path) : undefined;
  const answer: RequestHandler = async (req, res, next) => {
    try {
      const token = bearer(req.headers.authorization) ?? (await linked(req));
      const attended = req.headers["x-unattended"] === undefined;
      const caller = typeof token === "string" ? await resolveCaller(db, config, token, attended) : null;
      res.locals.caller = caller;
      if (!caller && !e.open) {
        const why = token && config.demo ? await whyEnded?.(db) : undefined;
        throw new Refusal(401, why ?? "登录已失效，请重新登录");
      }
      if (caller?.locked && !e.open && !e.whileLocked) throw new Refusal(423, "已锁屏，请先解锁");
      if (caller?.fresh && !e.open && !e.whileLocked && !e.whileFresh) throw new Refusal(403, FRESH);
      if (needed.length && !needed.some((code) => caller?.permissions.has(code))) throw forbidden();
      if (e.method !== "get") await readBody(req, res, e.open ? "open" : "signedIn");
      const asked = readQuery(e, req);
      const query = e.query ? validate(schemaOf(e.query), asked) : {};
      const body = e.body ? validate(schemaOf(e.body), req.body ?? {}) : undefined;
      const confirmed = confirmedIn(req.body);
      // The log keeps what was understood, nothing else that somebody sent.
      res.locals.params = { ...Object(query), ...Object(body), ...confirmed };
      const call = {
        config,
        services,
        caller: caller!, // open endpoints declare that they do not read it
        tenantId: caller?.tenantId ?? tenantOf(req.headers["tenant-id"]),
        query,
        body,
        ...confirmed,
        params: e.params ? validate(e.params, req.params) : req.params,
        ip: req.ip ?? "",
        req,
        res,
        reading: <T>(work: (from: Database) => Promise<T>, long = false) =>
          standby ? standby.read(work, writtenBefore(req), long) : work(db),
      };
      const work = async (from: Database) => e.handle({ ...call, db: from });
      const data = await (e.fromStandby ? call.reading(work) : work(db));
      // What was written stays written, whether this can be said or not.
      const written = standby && e.method !== "get" && (await standby.position().catch(() => undefined));
      if (written && !res.headersSent) res.set(WRITTEN, written);
      if (!res.headersSent && !res.writableEnded) res.json(e.raw ? data : ok(data));
    } catch (error) {
      next(error);
    }
  };
  return (req, res, next) => {
    res.locals.work = answer(req, res, next);
  };
}

/** Where the primary stood after a write; who sends it along with a read sees what was written. */
const WRITTEN = "X-Written";

const writtenBefore = (req: Request): string | undefined => {
  const brought = req.get(WRITTEN);
  return brought && POSITION.test(brought) ? brought : undefined;
};

const tenantOf = (header: unknown) => (/^\d{1,18}$/.test(String(header)) ? String(header) : "1");

/**
 * Every write leaves one row in the operation log, whether it went well or not. So does any call that met a fault of
 * the program: whoever gets its number finds it; of a read without what was asked for.
 */
function operationLog(e: Endpoint, { db, log, writeLog }: Backing): RequestHandler {
  const writes = e.method !== "get" && e.logged !== false;
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    // "close" comes after every answer, and when the client did not wait for it.
    res.on("close", async () => {
      await res.locals.work;
      if (!writes && !res.locals.fault) return;
      const ms = Number((process.hrtime.bigint() - started) / 1_000_000n);
      writeLog(db, {
        tenantId: res.locals.caller?.tenantId ?? tenantOf(req.headers["tenant-id"]),
        title: e.title,
        type: res.statusCode >= 400 ? "9" : "0",
        ...requestOf(req),
        params: (writes && res.locals.params) || {},
        time: ms,
        exception: res.locals.problem ?? null,
        fault: res.locals.fault,
        createBy: res.locals.caller?.username ?? null,
      }).catch((error) => log(`操作日志写入失败：${error.message}`));
    });
    next();
  };
}

const problem = ({ log }: Backing): ErrorRequestHandler => {
  return (error, req, res, _next) => {
    const refusal = refusalOf(error);
    // The id stands last: by their first lines faults are told apart.
    const id = requestIdOf(req);
    if (refusal.status >= 500)
      log(`${req.method} ${req.path}：${error?.stack ?? error}${id ? `\n请求编号 ${id}` : ""}`);
    if (refusal.status === 500) res.locals.fault = faultOf(error);
    res.locals.problem = refusal.message;
    if (res.headersSent) return void res.destroy();
    res
      .status(refusal.status)
      .json({
        code: 1,
        msg: refusal.message,
        data: null,
        ...(refusal.fields && { fields: refusal.fields }),
        ...(refusal instanceof Question && { confirm: true }),
      });
  };
};

/** Turns the list of endpoints into one router: token → permission → validation → handler → envelope. */
export function mount(endpoints: readonly Endpoint[], backing: Backing): Router {
  const router = express.Router();
  router.use((_req, res, next) => {
    // What a call answers is for its caller alone; a handler that knows better says so itself.
    res.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
    next();
  });
  const routes = endpoints.map((e) => ({
    method: e.method,
    path: e.path,
    handlers: [operationLog(e, backing), handler(e, backing)],
  }));
  router.use(routed(routes));
  router.use((_req, _res, next) => next(new Refusal(404, "资源不存在")));
  router.use(problem(backing));
  return router;
}
