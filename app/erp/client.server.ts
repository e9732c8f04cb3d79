import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { NO_ANSWER } from "~/text/messages";
import { ErpError } from "./errors";
import { constant, identityOf } from "./identity";
import {
  address,
  type Caller,
  headersOf,
  jsonOf,
  keepWritten,
  type Query,
  refusal,
  send,
  type TransportSent,
  WRITTEN,
} from "./transport.server";

/** Connections stay open between pages: most of a call's time would be opening one. */
const kept = { keepAlive: true, maxSockets: 256, scheduling: "lifo" as const };
const agents = { "http:": new http.Agent(kept), "https:": new https.Agent(kept) };

/** What HTTP answered. */
interface JsonAnswer {
  status: number;
  text: string;
}

/**
 * One JSON call within the caller's time limit (specification: 30 s, body included). Node's own
 * client: three of its calls cost the processor as much as one `fetch`.
 * @throws ErpError of kind timeout or unreachable
 */
async function callJson(
  caller: Caller,
  method: string,
  path: string,
  sent: Omit<TransportSent, "form" | "stream"> = {},
): Promise<JsonAnswer> {
  const url = new URL(address(caller.baseUrl, path, sent.query));
  const body = sent.body === undefined ? undefined : JSON.stringify(sent.body);
  const headers = headersOf(caller, sent);
  if (body !== undefined) headers["Content-Length"] = String(Buffer.byteLength(body));
  const secure = url.protocol === "https:";
  const options = { method, headers, agent: agents[secure ? "https:" : "http:"] };

  const attempt = (again: boolean) =>
    new Promise<JsonAnswer>((done, fail) => {
      const request = (secure ? https : http).request(url, options);
      const timer = setTimeout(
        () => request.destroy(new ErpError(NO_ANSWER.timeout, 504, null, undefined, "timeout")),
        caller.timeoutMs ?? 30_000,
      );
      const failed = (error: Error & { code?: string }) => {
        clearTimeout(timer);
        if (error instanceof ErpError) return fail(error);
        // The backend closed the kept connection at the very moment it was used again.
        if (again && request.reusedSocket && method === "GET") return attempt(false).then(done, fail);
        fail(new ErpError(NO_ANSWER.unreachable, 502, null, undefined, "unreachable"));
      };
      request.on("error", failed);
      request.on("response", (response) => {
        keepWritten(caller, response.headers[WRITTEN]);
        textOf(response).then((text) => {
          clearTimeout(timer);
          done({ status: response.statusCode ?? 0, text });
        }, failed);
      });
      request.end(body);
    });
  return attempt(true);
}

function textOf(response: IncomingMessage): Promise<string> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () => done(Buffer.concat(chunks).toString("utf8")));
    response.on("error", fail);
  });
}

/** The JSON of an answer; undefined when it is empty or no JSON (a proxy's error page). */
function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const answers = new LRUCache<string, { value: unknown }>({
  maxSize: 16_000_000,
  sizeCalculation: (_, text) => 2 * text.length,
});

/**
 * What `read` makes of an answer's text, once per text and schema: who asks again for what has not
 * changed gets the same object, which nobody can change. A refusal is thrown and not remembered.
 */
function sameAnswer<S extends z.ZodType>(schema: S, text: string, read: () => z.output<S>): z.output<S> {
  const key = `${identityOf(schema)} ${text}`;
  const known = answers.get(key);
  if (known) return known.value as z.output<S>;
  const value = constant(read());
  answers.set(key, { value });
  return value;
}

export { ErpError } from "./errors";
export type { Caller, Query } from "./transport.server";

export interface Read<S extends z.ZodType> {
  query?: Query;
  /** Shape of the envelope's `data`; what does not fit is an error, what is not named is dropped. */
  schema: S;
  /** An answer of the same text is the same object, checked once; nobody may change it. */
  same?: boolean;
  /** A backend of the lineage may not know the call: where it is not there, it is not asked again for a while. */
  optional?: boolean;
}

export interface Write<S extends z.ZodType> extends Read<S> {
  body?: unknown;
  /** Sent as Idempotency-Key: a repeated submit changes nothing (market.md 0.1). */
  idempotencyKey?: string;
}

/** The ERP backend as one signed-in person (or nobody) sees it. Every call throws ErpError. */
export interface Erp {
  get<S extends z.ZodType>(path: string, options: Read<S>): Promise<z.output<S>>;
  post<S extends z.ZodType>(path: string, options: Write<S>): Promise<z.output<S>>;
  put<S extends z.ZodType>(path: string, options: Write<S>): Promise<z.output<S>>;
  del<S extends z.ZodType>(path: string, options: Write<S>): Promise<z.output<S>>;
  /** A file as a stream. A JSON error inside such a call becomes ErpError. */
  download(path: string, options?: { query?: Query; range?: string }): Promise<Response>;
  /** Multipart upload; the file goes in field `file`. */
  upload<S extends z.ZodType>(path: string, form: FormData, schema: S): Promise<z.output<S>>;
}

/** Schema of an answer whose data nobody reads. */
export const nothing = z.unknown().transform(() => undefined);

const envelope = z.looseObject({
  code: z.union([z.number(), z.string()]).transform(String),
  data: z.unknown().optional(),
});

/**
 * Takes `data` out of `{code,msg,data}`; a status other than 200 or a code other than 0 is a failure.
 * @throws ErpError
 */
export function unwrap<S extends z.ZodType>(
  { status, body, email, path }: { status: number; body: unknown; email: string; path: string },
  schema: S,
): z.output<S> {
  const answer = envelope.safeParse(body);
  if (status !== 200 || (answer.success && answer.data.code !== "0")) throw refusal(status, body, email);
  return shaped(schema, answer.success ? answer.data.data : body, path);
}

/** Checks an answer against its schema. @throws ErpError of kind shape; the log names the field only */
export function shaped<S extends z.ZodType>(schema: S, value: unknown, path: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map((i) => `${i.path.join(".")} ${i.code}`);
  console.error(`erp ${path}: unexpected answer: ${issues.join("; ")}`);
  throw new ErpError(NO_ANSWER.shape, 502, null, undefined, "shape");
}

async function sendForm(caller: Caller, path: string, sent: TransportSent) {
  const response = await send(caller, "POST", path, sent);
  return { status: response.status, body: await jsonOf(response) };
}

/** Calls that a backend did not have, and until when it is not asked for them again. */
const absent = new Map<string, number>();
const ABSENT_MS = 10 * 60_000;

/** A client for one caller. Cheap: one per request. */
export function createErp(caller: Caller): Erp {
  const email = caller.supportEmail ?? "";

  async function call<S extends z.ZodType>(
    method: string,
    path: string,
    { schema, query, body, idempotencyKey, form, same, optional }: Write<S> & { form?: FormData },
  ): Promise<z.output<S>> {
    const name = `${caller.baseUrl} ${method} ${path}`;
    if (optional && (absent.get(name) ?? 0) > Date.now()) throw refusal(404, null, email);
    const headers = idempotencyKey ? { "Idempotency-Key": idempotencyKey } : undefined;
    if (form) {
      const answer = await sendForm(caller, path, { query, form, headers });
      return unwrap({ ...answer, email, path }, schema);
    }
    const { status, text } = await callJson(caller, method, path, { query, body, headers });
    if (optional && status === 404) absent.set(name, Date.now() + ABSENT_MS);
    const read = () => unwrap({ status, body: parsed(text), email, path }, schema);
    return same && status === 200 ? sameAnswer(schema, text, read) : read();
  }

  return {
    get: (path, options) => call("GET", path, options),
    post: (path, options) => call("POST", path, options),
    put: (path, options) => call("PUT", path, options),
    del: (path, options) => call("DELETE", path, options),
    upload: (path, form, schema) => call("POST", path, { form, schema }),
    async download(path, { query, range } = {}) {
      const headers = range ? { Range: range } : undefined;
      const response = await send(caller, "GET", path, { query, headers, stream: true });
      const type = response.headers.get("Content-Type") ?? "";
      const named = response.headers.has("Content-Disposition");
      const good = response.status === 200 || response.status === 206 || response.status === 304;
      if (good && (named || !type.includes("json"))) return response;
      throw refusal(response.status, await jsonOf(response), email);
    },
  };
}
