import { once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { drained } from "./drained.server";

const PIECE = Buffer.alloc(1024 * 1024);
const MOST = 256;

let sent = 0;
let went = false;
const server = createServer(async (_req, res: ServerResponse) => {
  for (sent = 0; sent < MOST; sent++) {
    res.write(PIECE);
    if (!(await drained(res))) break;
  }
  went = !(await drained(res));
  res.end();
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

/** An answer that nobody reads yet. */
const unread = () =>
  new Promise<IncomingMessage>((done) => {
    get({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" }, done);
  });

it("waits while nobody reads, goes on when somebody does, ends when the reader is gone", async () => {
  const slow = await unread();
  await new Promise((done) => setTimeout(done, 300));
  expect(sent).toBeLessThan(MOST / 2);
  let bytes = 0;
  for await (const part of slow) bytes += (part as Buffer).length;
  expect([sent, bytes, went]).toEqual([MOST, MOST * PIECE.length, false]);

  const gone = await unread();
  gone.destroy();
  await expect.poll(() => went).toBe(true);
  expect(sent).toBeLessThan(MOST / 2);
});
