import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Answer } from "./words";

const MOST_BYTES = 5_000_000;

/** What was sent, given up when it is longer than this. */
export async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

export function send(response: ServerResponse, answer: Answer): void {
  const { status = 200, json, bytes, type, headers, cutAt } = answer;
  const body = bytes ?? (json === undefined ? "" : JSON.stringify(json));
  response.writeHead(status, {
    ...(body && { "content-type": type ?? "application/json; charset=utf-8" }),
    ...(cutAt !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  });
  if (cutAt === undefined) response.end(body);
  else response.write(Buffer.from(body).subarray(0, cutAt), () => response.destroy());
}

/** Listens on this machine alone, unless a host is named. */
export async function listenOn(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  { port, host = "127.0.0.1" }: { port: number; host?: string },
): Promise<{ server: Server; port: number }> {
  const server = createServer(handler);
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, done);
  });
  const address: AddressInfo | string | null = server.address();
  return { server, port: typeof address === "object" && address ? address.port : port };
}
