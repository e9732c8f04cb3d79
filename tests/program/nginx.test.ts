import { readdirSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { findProgram } from "../../scripts/test-system.mjs";
import { tokenCall } from "../harness-login";
import { origin } from "../product/address";
import { startNginx } from "./nginx";

// deploy/nginx.conf in a real nginx in front of the running product.
const program = process.env.NGINX || findProgram(["nginx"]);
const absent = !program && process.env.CI !== "true";

describe.skipIf(absent)("deploy/nginx.conf", () => {
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  beforeAll(async () => {
    expect(program, "continuous integration must have an nginx").toBeTruthy();
    nginx = await startNginx(program ?? "", new URL(origin).host);
  });
  afterAll(() => nginx?.stop());

  test("passes pages and health checks on", async () => {
    expect(String((await nginx.ask("/healthz")).body)).toBe(`ok ${version}`);
    expect((await nginx.ask("/readyz")).status).toBe(200);
    const page = await nginx.ask("/login", { "accept-encoding": "gzip" });
    expect(page.status).toBe(200);
    expect(page.headers.server).toBe("nginx");
    expect(page.headers["content-encoding"]).toBe("gzip");
    expect(String(page.headers["content-security-policy"])).toContain("default-src 'self'");
    expect(String(gunzipSync(page.body))).toContain("<html");
  });

  test("serves hashed assets compressed and for good, and others not at all", async () => {
    const name = readdirSync("public/build").find((file) => file.endsWith(".js"));
    const asset = await nginx.ask(`/build/${name}`, { "accept-encoding": "gzip" });
    expect(asset.status).toBe(200);
    expect(asset.headers["content-encoding"]).toBe("gzip");
    expect(asset.headers["content-type"]).toContain("javascript");
    expect(asset.headers["cache-control"]).toContain("immutable");
    const plain = await nginx.ask(`/build/${name}`);
    expect(gunzipSync(asset.body)).toEqual(plain.body);
    const missing = await nginx.ask("/build/nothing-ABCDEFGH.js");
    expect(missing.status).toBe(404);
    expect(String(missing.headers["cache-control"] ?? "")).not.toContain("immutable");
  });

  test("lets 25 MB through and no more", async () => {
    const send = (megabytes: number) =>
      nginx.ask(
        "/api/admin/file/uploadFile",
        { "content-type": "application/octet-stream" },
        { body: Buffer.alloc(megabytes * 1024 * 1024) },
      );
    expect((await send(26)).status).toBe(413);
    const through = await send(24);
    expect(JSON.parse(String(through.body)).code, "the program's own refusal").toBe(1);
  });

  test("the program sees the client's address, and not the one that it claims", async () => {
    const { path, headers } = tokenCall("admin", "123456");
    const claim = { ...headers, "x-forwarded-for": "203.0.113.7" };
    const from = { body: Buffer.alloc(0), localAddress: "127.0.0.9" };
    const signedIn = await nginx.ask(`/api${path}`, claim, from);
    const authorization = `Bearer ${JSON.parse(String(signedIn.body)).access_token}`;
    const addresses = async () => {
      const log = await nginx.ask("/api/admin/log/page?current=1&size=50&descs=id", { authorization });
      const rows: { remoteAddr: string }[] = JSON.parse(String(log.body)).data.records;
      return rows.map((row) => row.remoteAddr.replace("::ffff:", ""));
    };
    await expect.poll(addresses).toContain("127.0.0.9");
    expect(await addresses()).not.toContain("203.0.113.7");
  });
});
