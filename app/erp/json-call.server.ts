import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { NO_ANSWER } from "~/text/messages";
import { ErpError } from "./errors";
import { address, type Caller, headersOf, type Sent } from "./transport.server";

/** Connections stay open between pages: most of a call's time would be opening one. */
const kept = { keepAlive: true, maxSockets: 256, scheduling: "lifo" as const };
const agents = { "http:": new http.Agent(kept), "https:": new https.Agent(kept) };

/** What HTTP answered. */
export interface JsonAnswer {
  status: number;
  text: string;
}

/**
 * One JSON call within the caller's time limit (specification: 30 s, body included). Node's own
 * client: three of its calls cost the processor as much as one `fetch`.
 * @throws ErpError of kind timeout or unreachable
 */
export async function callJson(
  caller: Caller,
  method: string,
  path: string,
  sent: Omit<Sent, "form" | "stream"> = {},
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
        if (again && request.reusedSocket && method === "GET")
          return attempt(false).then(done, fail);
        fail(new ErpError(NO_ANSWER.unreachable, 502, null, undefined, "unreachable"));
      };
      request.on("error", failed);
      request.on("response", (response) => {
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
export function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
