import { Agent, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Response } from "express";
import { expect, test } from "vitest";
import { createDrain } from "./drain";
import { listen } from "./listen";

const agent = new Agent({ keepAlive: true });

/** A server whose answers wait until the test gives them. */
async function world() {
  const drain = createDrain();
  const waiting: Response[] = [];
  const app = express()
    .use(drain.handler)
    .get("/begun", (_req, res) => {
      res.write("first ");
      waiting.push(res);
    })
    .get("/slow", (_req, res) => void waiting.push(res));
  const server = await listen(app, 0, "127.0.0.1");
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) =>
    new Promise<{ answer: IncomingMessage; text: string }>((done, fail) => {
      get({ host: "127.0.0.1", port, path, agent }, async (answer) => {
        let text = "";
        try {
          for await (const piece of answer) text += piece;
          done({ answer, text });
        } catch (error) {
          fail(error);
        }
      }).on("error", fail);
    });
  return { drain, server, ask, waiting };
}

test("answers under way end, and tell their clients to close; nothing new begins", async () => {
  const { drain, server, ask, waiting } = await world();
  const slow = ask("/slow");
  const begun = ask("/begun");
  await expect.poll(() => waiting.length).toBe(2);
  const ended = drain.end(server, new AbortController().signal);
  await expect.poll(() => server.listening).toBe(false);
  await expect(ask("/slow")).rejects.toThrow(/ECONNREFUSED/);
  for (const res of waiting) res.end("whole");
  expect((await slow).answer.headers.connection).toBe("close");
  expect((await slow).text).toBe("whole");
  expect((await begun).text).toMatch(/whole$/);
  expect(await ended).toBe(0);
  expect(drain.pending()).toBe(0);
});

test("what does not end is cut off when nobody waits any longer", async () => {
  for (const before of [true, false]) {
    const { drain, server, ask, waiting } = await world();
    const slow = ask("/slow").catch((error: Error) => error.message);
    await expect.poll(() => waiting.length).toBe(1);
    const over = new AbortController();
    if (before) over.abort();
    const ended = drain.end(server, over.signal);
    over.abort();
    expect(await ended).toBe(1);
    expect(await slow).toMatch(/hang up|ECONNRESET|aborted/);
  }
});

test("a request that was on its way on a kept connection is answered, and ends it", async () => {
  const { drain, server, ask, waiting } = await world();
  const first = ask("/slow");
  await expect.poll(() => waiting.length).toBe(1);
  waiting.splice(0)[0]?.end("first");
  expect((await first).answer.headers.connection).toBe("keep-alive");
  const ended = drain.end(server, new AbortController().signal);
  await expect.poll(() => server.listening).toBe(false);
  const second = ask("/slow");
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.end("second");
  expect([(await second).text, (await second).answer.headers.connection]).toEqual(["second", "close"]);
  expect(await ended).toBe(0);
});

test("connections that bring nothing more keep nobody waiting", async () => {
  const { drain, server, ask, waiting } = await world();
  const first = ask("/slow");
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.end("first");
  await first;
  const began = Date.now();
  expect(await drain.end(server, new AbortController().signal)).toBe(0);
  expect(Date.now() - began).toBeLessThan(4_000);
});
