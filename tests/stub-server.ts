import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the stub received it. */
export interface Received {
  method: string;
  /** Path without query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

/** What the stub answers: JSON (an object), text, or nothing; `hang` never answers. */
export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  hang?: boolean;
}

export interface Stub {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

/** A backend that says what a test tells it to: for tests of the client and the gate. */
export async function startStub(answer: (request: Received) => Reply): Promise<Stub> {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://stub");
    const request = { method: req.method ?? "", path: pathname, query: searchParams, headers: req.headers, body };
    received.push(request);
    write(res, answer(request));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function write(res: ServerResponse, { status = 200, body, headers, hang }: Reply): void {
  if (hang) return;
  const json = typeof body === "object";
  res.writeHead(status, { ...(json && { "Content-Type": "application/json" }), ...headers });
  res.end(body === undefined ? undefined : json ? JSON.stringify(body) : String(body));
}
