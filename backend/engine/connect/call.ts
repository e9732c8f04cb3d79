import { z } from "zod";
import { errorText, type Sql } from "#backend/platform/db";
import { weigh } from "#backend/platform/http/body";
import { connector } from "#documents/base/connector";
import { NOW, patch } from "../documents/by-id";
import { authorized, forgetToken, keepFor, tokenFor } from "./auth";
import { readBytes } from "./body";
import type { Connector } from "./connector";
import { dial } from "./dial";
import { heedQuota, type Quota, takeQuota } from "./quota";
import { Denied, Later, Refused } from "./words";

/** What a call wants to be told of buyers, which Amazon tells by a token of its own (Tokens API 2021-03-01). */
interface PersonalData {
  path: string;
  elements: readonly ("buyerInfo" | "shippingAddress")[];
}

export interface ConnectCall<T> {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the connection's address. */
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  /** How the body is called; application/json. */
  type?: string;
  /** Of which kind its answer is to be; application/json. */
  accept?: string;
  /** What it is to be told of buyers. */
  personal?: PersonalData;
  /** A status that is no fault either, and has an answer. */
  also?: number;
  /** What is wanted of the answer; the rest of it is dropped. */
  schema: z.ZodType<T>;
  /** Said as Idempotency-Key. */
  key?: string;
  seconds?: number;
  /** How often it may be called; nothing: as often as there is need. */
  quota?: Quota;
}

type CallAsked = Omit<ConnectCall<unknown>, "schema">;

const MOST_BYTES = 20_000_000;
/** Of an answer that is parsed: a page of a hundred orders has a tenth of it. */
const MOST_JSON = 4_000_000;
const SECONDS = 20;
/** How often one call waits by itself where the other side says that it is asked too often. */
const PATIENCE = 3;
const LONGEST_WAIT = 5;

const addressOf = ({ url }: Connector, { path, query = {} }: CallAsked) => {
  const whole = new URL(url + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) whole.searchParams.set(name, value);
  return whole;
};

/** Seconds that the other side asks to wait, from its header or from its rate of calls a second. */
function waitOf({ headers }: Response): number {
  const after = Number(headers.get("retry-after"));
  if (after > 0) return after;
  const rate = Number(headers.get("x-amzn-ratelimit-limit"));
  return rate > 0 ? 1 / rate : 1;
}

/** What an answer that is an error says of itself. */
function saidIn(text: string, status: number): string {
  const said = /"(?:message|msg|error_description|detail|details)"\s*:\s*"([^"]{1,200})"/.exec(text);
  return said?.[1] ?? `对方返回${status}`;
}

async function ask(sql: Sql, connector: Connector, call: CallAsked): Promise<Response> {
  const seconds = call.seconds ?? SECONDS;
  try {
    return await dial(addressOf(connector, call), {
      method: call.method ?? "GET",
      headers: {
        accept: call.accept ?? "application/json",
        ...(call.body !== undefined && { "content-type": call.type ?? "application/json" }),
        ...(call.key && { "idempotency-key": call.key }),
        ...(await authorized(sql, connector, call.personal && (await personalToken(sql, connector, call.personal)))),
      },
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      signal: AbortSignal.timeout(seconds * 1000),
      anywhere: connector.anywhere,
    });
  } catch (error) {
    if (error instanceof Later || error instanceof Refused) throw error;
    const late = error instanceof Error && error.name === "TimeoutError";
    throw new Later(late ? `对方${seconds}秒内没有回答` : "无法连接对方");
  }
}

const restricted = z.object({
  restrictedDataToken: z.string().min(1).max(4000),
  expiresIn: z.coerce.number().positive().default(3600),
});
/** Where the application may not know of buyers, it is asked again after so long; until then nobody is told. */
const UNTOLD_SECONDS = 3600;

/** A token that opens who bought, too; empty where Amazon does not give it to this application. */
async function personalToken(sql: Sql, connector: Connector, { path, elements }: PersonalData): Promise<string> {
  const known = tokenFor(connector, path);
  if (known !== undefined) return known;
  // Whoever cannot sign in at all hears that; it says nothing of buyers.
  await authorized(sql, connector);
  const body = { restrictedResources: [{ method: "GET", path, dataElements: elements }] };
  const asked = { method: "POST", path: "/tokens/2021-03-01/restrictedDataToken", body, schema: restricted } as const;
  try {
    const { restrictedDataToken: token, expiresIn } = parsed(await attempt(sql, connector, asked, PATIENCE), asked);
    return keepFor(connector, path, token, expiresIn);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return keepFor(connector, path, "", UNTOLD_SECONDS);
  }
}

async function answerOf(response: Response): Promise<Buffer> {
  try {
    return await readBytes(response, MOST_BYTES);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Later("对方的回答中断");
  }
}

/** What the other side answered, once it said that all is well. */
async function attempt(sql: Sql, connector: Connector, call: CallAsked, patience: number): Promise<Buffer> {
  const response = await ask(sql, connector, call);
  const bytes = await answerOf(response);
  const { status } = response;
  if (call.quota) await heedQuota(sql, connector, call.quota, response);
  if (status === call.also) return bytes;
  const text = status >= 400 ? bytes.toString("utf8") : "";
  if (status === 429) {
    const seconds = waitOf(response);
    if (!patience || seconds > LONGEST_WAIT) throw new Later("对方限制调用频率", seconds);
    await new Promise((done) => setTimeout(done, seconds * 1000));
    return attempt(sql, connector, call, patience - 1);
  }
  if (status === 401 || status === 403) {
    // A token may have ended early: a new one is asked for once.
    if (forgetToken(connector) && patience) return attempt(sql, connector, call, 0);
    throw new Refused(`对方拒绝登录：${saidIn(text, status)}`);
  }
  if (status >= 500 || status === 408) throw new Later(saidIn(text, status));
  if (status >= 400) throw new Denied(saidIn(text, status));
  return bytes;
}

/** @throws Later when the answer is not what was agreed */
function parsed<T>(bytes: Buffer, { schema }: ConnectCall<T>): T {
  if (bytes.length > MOST_JSON) throw new Later("对方的回答过大");
  const text = bytes.toString("utf8");
  let json: unknown;
  try {
    weigh(bytes);
    json = text ? JSON.parse(text) : {};
  } catch {
    throw new Later("对方的回答无法解析");
  }
  const found = schema.safeParse(json);
  if (!found.success) {
    const [issue] = found.error.issues;
    throw new Later(`对方的回答有误：${issue?.path.join(".") || "内容"}`);
  }
  return found.data;
}

const NOTE_MS = 30_000;
/** What was noted last at each connection: thousands of calls in a row are one note. */
const noted = new Map<string, { fault: string | null; at: number }>();

/** Notes at the connection when it was last used, and what was wrong. */
async function note(sql: Sql, { id, url }: Connector, fault: string | null) {
  const last = noted.get(`${id} ${url}`);
  if (last && last.fault === fault && Date.now() - last.at < NOTE_MS) return;
  noted.set(`${id} ${url}`, { fault, at: Date.now() });
  await patch({ sql }, connector, id, { lastCall: NOW, lastError: fault });
}

async function answered<T>(sql: Sql, connector: Connector, asked: CallAsked, read: (bytes: Buffer) => T): Promise<T> {
  try {
    const answer = read(await attempt(sql, connector, asked, PATIENCE));
    await note(sql, connector, null);
    return answer;
  } catch (error) {
    await note(sql, connector, errorText(error, "message").slice(0, 300));
    throw error;
  }
}

/**
 * One call of a system outside. Never within a transaction: it may take long.
 * @throws Later when it may be tried again, Spent where nobody was asked, Refused when that would not help
 */
export async function call<T>(sql: Sql, connector: Connector, asked: ConnectCall<T>): Promise<T> {
  // That there are no calls left is no fault of the connection.
  if (asked.quota) await takeQuota(sql, connector, asked.quota);
  return answered(sql, connector, asked, (bytes) => parsed(bytes, asked));
}

const PDF = Buffer.from("%PDF-");

/** A PDF of a system outside. @throws Later, Refused as `call`; Later too when it is none */
export const callPdf = (sql: Sql, connector: Connector, path: string): Promise<Buffer> =>
  answered(sql, connector, { path }, (bytes) => {
    if (!bytes.subarray(0, PDF.length).equals(PDF)) throw new Later("对方的面单不是PDF");
    return bytes;
  });
