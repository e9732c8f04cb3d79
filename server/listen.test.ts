import type { AddressInfo } from "node:net";
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
