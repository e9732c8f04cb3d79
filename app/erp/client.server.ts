import { z } from "zod";
import { NO_ANSWER } from "~/text/messages";
import { ErpError } from "./errors";
import { callJson, parsed } from "./json-call.server";
import { sameAnswer } from "./same-answer.server";
import { type Caller, jsonOf, type Query, refusal, type Sent, send } from "./transport.server";

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
  if (status !== 200 || (answer.success && answer.data.code !== "0"))
    throw refusal(status, body, email);
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

async function sendForm(caller: Caller, path: string, sent: Sent) {
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
