import { request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { listen } from "./listen";

test("a port in use is named, with its address and the way out", async () => {
  const first = await listen(() => {}, 0, "127.0.0.1");
  const { port } = first.address() as AddressInfo;
  await expect(listen(() => {}, port, "127.0.0.1")).rejects.toThrow(
    `端口 ${port} 已被占用（HOST=127.0.0.1），请停止占用它的程序，或换一个 PORT`,
  );
  await new Promise((done) => first.close(done));
});

test("an address that this machine has not is named", async () => {
  await expect(listen(() => {}, 0, "203.0.113.9")).rejects.toThrow(/HOST=203\.0\.113\.9/);
});

/** Sends a body of 400 bytes a piece at a time; answers what comes back until the connection ends. */
function send(port: number, piece: number, pauseMs: number): Promise<string> {
  return new Promise((done, fail) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 400\r\n\r\n");
      let sent = 0;
      const timer = setInterval(() => {
        if (sent >= 400 || socket.destroyed) return clearInterval(timer);
        socket.write("x".repeat(piece));
        sent += piece;
      }, pauseMs);
    });
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("error", fail);
    socket.on("close", () => done(said));
  });
}

test("whoever is refused before all was sent hears why, also where the connection was to be closed", async () => {
  const server = await listen((_req, res) => void res.writeHead(413).end("too large"), 0, "127.0.0.1");
  const { port } = server.address() as AddressInfo;
  const told = new Promise((done, fail) => {
    const sending = request({ port, host: "127.0.0.1", method: "POST", agent: false });
    let status = 0;
    sending.on("response", (res) => {
      status = res.resume().statusCode ?? 0;
    });
    // All was sent: nothing stood in its way.
    sending.on("error", fail).on("finish", () => setTimeout(() => done(status), 100));
    sending.end(Buffer.alloc(25 * 1024 * 1024));
  });
  await expect(told).resolves.toBe(413);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

test("a body that hardly moves is cut, one that moves may take its time", async () => {
  const server = await listen(
    (req, res) => {
      req.resume().on("end", () => res.end("whole"));
    },
    0,
    "127.0.0.1",
    { everyMs: 200, bytes: 20 },
  );
  const { port } = server.address() as AddressInfo;
  const [slow, steady] = await Promise.all([send(port, 1, 50), send(port, 20, 50)]);
  expect(slow).toMatch(/^HTTP\/1\.1 408 /);
  expect(steady).toMatch(/200 OK[\s\S]*whole/);
  await new Promise((done) => server.close(done));
});
