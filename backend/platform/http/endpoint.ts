import type { Request, Response } from "express";
import type { z } from "zod";
import type { BackendConfig } from "../config";
import type { Database } from "../db/sql";

/** Rows that the caller may see; the widest of the caller's roles (market.md §10 dsType). */
export type DataScope =
  | { kind: "all" }
  | ({ kind: "depts"; deptIds: string[] } & Besides)
  | ({ kind: "groups"; groupIds: string[] } & Besides)
  | ({ kind: "self" } & Besides)
  /** Of the warehouses that the caller manages or works in; what lies in none: of these departments. */
  | { kind: "warehouses"; deptIds: string[] };

/** Another role gives the caller's warehouses as well. */
interface Besides {
  warehouses?: true;
}

/** Who calls: resolved from the bearer token once per request. Ids are strings. */
export interface Caller {
  userId: string;
  username: string;
  displayname: string;
  deptId: string | null;
  tenantId: string;
  /** Role codes such as ADMIN. */
  roles: string[];
  permissions: ReadonlySet<string>;
  scope: DataScope;
  /** The session is locked: nothing but its lock may be called. */
  locked?: boolean;
  /** The password is a first one: nothing but its change may be called. */
  fresh?: boolean;
  /** The tenant was at work when last asked, and never goes back. */
  live?: boolean;
}

/** The system as who acts, on the rows of one tenant: jobs act in nobody's name. */
export const systemOf = (tenantId: string): { tenantId: string; caller: Caller } => ({
  tenantId,
  caller: {
    userId: "0",
    username: "",
    displayname: "系统",
    deptId: null,
    tenantId,
    roles: [],
    permissions: new Set(),
    scope: { kind: "self" },
  },
});

/** What the application hands to all its calls; each room that needs something adds it here. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms merge their own into it
export interface Services {}

/** What every handler gets. `caller` is set unless the endpoint is `open`. */
export interface Call<Q = unknown, B = unknown, P = unknown> {
  db: Database;
  config: BackendConfig;
  services: Services;
  caller: Caller;
  tenantId: string;
  query: Q;
  body: B;
  /** What the caller answers to a question that refused it before: the question, or true to any. */
  confirmed?: string | true;
  params: P;
  ip: string;
  req: Request;
  res: Response;
  /**
   * Reads what may be a few seconds old, but for what the caller has written: from a standby where there is one. It
   * may be done once more. @param long as long as a file takes
   */
  reading<T>(work: (from: Database) => Promise<T>, long?: boolean): Promise<T>;
}

/** A schema, or what makes it: all calls of all documents have thousands, of which a day needs a few hundred. */
type Later<T> = T | (() => T);

function kept<T extends z.ZodType>(later: Later<T>): Later<T> {
  if (typeof later !== "function") return later;
  let made: T | undefined;
  return () => {
    made ??= later();
    return made;
  };
}

/** The schema itself; what makes one is asked once. */
export const schemaOf = <T extends z.ZodType>(later: Later<T>): T => (typeof later === "function" ? later() : later);

/**
 * One call of the API: routes, permission check, validation, operation log and the OpenAPI
 * description all derive from it. The handler's answer is sent as `{code:0,msg:null,data}`
 * unless `raw` (the handler answers on `res`, or its value is sent without envelope).
 */
export interface Endpoint<
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  P extends z.ZodType = z.ZodType,
> {
  method: "get" | "post" | "put" | "delete";
  /** Express path below /api, e.g. "/admin/user/:id(\\d+)". */
  path: string;
  /** Group in the API description. */
  tag: string;
  /** Chinese name: title in the operation log and summary in the description. */
  title: string;
  /** Permission code, or several of which one is enough. None: any signed-in caller. */
  permission?: string | string[];
  /** True: no token needed (then `caller` is undefined at run time). */
  open?: boolean;
  /** True: a locked session may call it as well. */
  whileLocked?: boolean;
  /** True: who has a first password yet may call it as well. */
  whileFresh?: boolean;
  /** True: not enveloped. */
  raw?: boolean;
  /** True: `db` is what `reading` gives. */
  fromStandby?: boolean;
  /** True: the body is multipart with files, read by the handler. */
  upload?: boolean;
  /** False: a write that leaves no operation log (log-out poll, read marks). */
  logged?: boolean;
  query?: Later<Q>;
  /** Names that the query takes as well: what another client calls the same. */
  otherNames?: readonly string[];
  body?: Later<B>;
  params?: P;
  response?: Later<z.ZodType>;
  handle(call: Call<z.output<Q>, z.output<B>, z.output<P>>): Promise<unknown> | unknown;
}

type EndpointWritten<Q extends z.ZodType, B extends z.ZodType, P extends z.ZodType> = Omit<
  Endpoint<Q, B, P>,
  "method"
> &
  Partial<Pick<Endpoint, "method">>;

/** Keeps the types of one endpoint while it is put into a list of any endpoints; it reads unless it says otherwise. */
export const endpoint = <Q extends z.ZodType, B extends z.ZodType, P extends z.ZodType>(
  e: EndpointWritten<Q, B, P>,
): Endpoint => ({
  method: "get",
  ...e,
  query: e.query && kept(e.query),
  body: e.body && kept(e.body),
  response: e.response && kept(e.response),
});
