import { NO_ANSWER, statusMessage } from "~/text/messages";
import { ErpError } from "./errors";

/** Where the backend is and who asks; one per request of the console. */
export interface Caller {
  /** Base address including /api, without a slash at the end. */
  baseUrl: string;
  /** Access token; none on public calls. */
  token?: string | null;
  tenantId?: string;
  timeoutMs?: number;
  /** Address put into the sentence of status 423. */
  supportEmail?: string;
  /** Address and browser of the person, for the backend's log and throttling. */
  clientIp?: string;
  userAgent?: string;
  /** What the logs of console and backend call the request. */
  requestId?: string;
  /** Where the backend stood after what this person wrote last; each answer to a write moves it on. */
  written?: { at?: string };
  /** The trace that the request belongs to, where it is traced. */
  traceparent?: string;
  /** The page asks by itself, not for its reader: the session is not used by that. */
  unattended?: boolean;
}

export type Query = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>;

export interface TransportSent {
  query?: Query;
  /** JSON body. */
  body?: unknown;
  /** Form body (multipart or urlencoded), instead of `body`. */
  form?: FormData | URLSearchParams;
  headers?: Record<string, string>;
  /** The caller reads the body as a stream: the time limit ends with the headers. */
  stream?: boolean;
}

/** Full address of a call; parameters without a value are left out. */
export function address(baseUrl: string, path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== "") search.append(name, String(one));
  const text = search.toString();
  return `${baseUrl}${path}${text && (path.includes("?") ? "&" : "?") + text}`;
}

/** Header by which the backend says where it stands, and is told. */
export const WRITTEN = "x-written";
/** As the backend says where it stands. */
export const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;

/** Keeps what an answer says of where the backend stands; only what looks like it, since it travels on. */
export function keepWritten({ written }: Caller, said: string | string[] | null | undefined): void {
  if (written && typeof said === "string" && POSITION.test(said)) written.at = said;
}

/** Headers that every call carries, and those of this one. */
export function headersOf(caller: Caller, sent: TransportSent): Record<string, string> {
  return {
    Accept: "application/json, */*;q=0.5",
    "TENANT-ID": caller.tenantId ?? "1",
    ...(caller.token && { Authorization: `Bearer ${caller.token}` }),
    ...(caller.clientIp && { "X-Forwarded-For": caller.clientIp }),
    ...(caller.userAgent && { "User-Agent": caller.userAgent }),
    ...(caller.requestId && { "X-Request-Id": caller.requestId }),
    ...(caller.traceparent && { traceparent: caller.traceparent }),
    ...(caller.unattended && { "X-Unattended": "1" }),
    ...(caller.written?.at && { [WRITTEN]: caller.written.at }),
    ...(sent.body !== undefined && { "Content-Type": "application/json" }),
    ...sent.headers,
  };
}

/** Least bytes a second at which files reach the backend, which is near. */
const LEAST_RATE = 5 * 1024 * 1024;

/** Time that the files of a form take on their way, in ms. */
function sending(form: TransportSent["form"]): number {
  if (!(form instanceof FormData)) return 0;
  let bytes = 0;
  for (const value of form.values()) if (value instanceof File) bytes += value.size;
  return (bytes / LEAST_RATE) * 1000;
}

/**
 * Sends a form or asks for a file within the time limit (specification: 30 s, and what its files take) and answers whatever
 * HTTP said. JSON goes by `callJson`.
 * @throws ErpError of kind timeout or unreachable
 */
export async function send(caller: Caller, method: string, path: string, sent: TransportSent = {}): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), (caller.timeoutMs ?? 30_000) + sending(sent.form));
  try {
    const response = await fetch(address(caller.baseUrl, path, sent.query), {
      method,
      headers: headersOf(caller, sent),
      body: sent.form,
      signal: abort.signal,
      redirect: "manual",
    });
    keepWritten(caller, response.headers.get(WRITTEN));
    if (sent.stream) return response;
    // The limit covers the body too: a backend that stops half way must not hold the page.
    const bytes = await response.arrayBuffer();
    const bare = response.status === 204 || response.status === 304 || bytes.byteLength === 0;
    return new Response(bare ? null : bytes, response);
  } catch {
    if (abort.signal.aborted) throw new ErpError(NO_ANSWER.timeout, 504, null, undefined, "timeout");
    throw new ErpError(NO_ANSWER.unreachable, 502, null, undefined, "unreachable");
  } finally {
    clearTimeout(timer);
  }
}

/** The body as JSON; undefined when it is empty or something else (a proxy's error page). */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Loose = Record<string, unknown>;
const isObject = (value: unknown): value is Loose => typeof value === "object" && value !== null;
const sentence = (value: unknown) => (typeof value === "string" && value.trim() ? value : null);

/** The error of a failed answer: the server's sentence first, else the one of its status. */
export function refusal(status: number, body: unknown, email: string): ErpError {
  const said = isObject(body) ? body : {};
  const code = said.code === undefined || said.code === null ? null : String(said.code);
  const own = sentence(said.msg) ?? sentence(said.message);
  const fields = isObject(said.fields) ? stringsOf(said.fields) : undefined;
  return new ErpError(
    own ?? statusMessage(code === "000" ? code : status, email),
    status,
    code,
    fields,
    "refused",
    said.confirm === true,
  );
}

const stringsOf = (fields: Loose) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text)]));
