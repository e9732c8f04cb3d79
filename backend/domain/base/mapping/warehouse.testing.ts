import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { useStandIns as answersAt } from "#backend/engine/connect/connector";

interface Heard {
  method: string;
  path: string;
  key: string | undefined;
  body: unknown;
}

interface Reply {
  status?: number;
  json?: unknown;
  /** Instead of JSON. */
  text?: string;
}

/** A third-party warehouse over HTTP that answers what a test says, and keeps what it heard. */
export async function startWarehouse() {
  const heard: Heard[] = [];
  const replies: Record<string, Reply> = {};
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { pathname } = new URL(request.url ?? "/", "http://here");
    const path = pathname.replace(/^\/warehouse/, "");
    const text = Buffer.concat(parts).toString();
    const body: unknown = text ? JSON.parse(text) : undefined;
    const key = request.headers["idempotency-key"];
    heard.push({ method: request.method ?? "", path, key: key?.toString(), body });
    const token: Reply = { json: { access_token: "t", expires_in: 3600 } };
    const reply: Reply = path === "/token" ? token : (replies[`${request.method} ${path}`] ?? { status: 404 });
    response.writeHead(reply.status ?? 200, { "content-type": "application/json" });
    response.end(reply.text ?? JSON.stringify(reply.json ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  answersAt(`http://127.0.0.1:${port}`);
  return {
    heard,
    /** What it answers from now on. */
    replies,
    close: () => {
      answersAt(null);
      return new Promise((done) => server.close(done));
    },
  };
}
