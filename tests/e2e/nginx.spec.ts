import { readdirSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { findProgram } from "../../scripts/test-system.mjs";
import { login } from "../harness-login";
import { startNginx } from "./nginx";

// deploy/nginx.conf in a real nginx in front of the running product.
const program = process.env.NGINX || findProgram(["nginx"]);
test.skip(!program && process.env.CI !== "true", "nginx is not installed here");

let nginx: Awaited<ReturnType<typeof startNginx>>;
let direct: string;
test.beforeAll(async () => {
  expect(program, "continuous integration must have an nginx").toBeTruthy();
  direct = `127.0.0.1:${process.env.E2E_PORT}`;
  nginx = await startNginx(program ?? "", direct);
});
test.afterAll(() => nginx?.stop());

test("passes pages and health checks on", async () => {
  expect(String((await nginx.ask("/healthz")).body)).toBe("ok");
  expect((await nginx.ask("/readyz")).status).toBe(200);
  const page = await nginx.ask("/login", { "accept-encoding": "gzip" });
  expect(page.status).toBe(200);
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
  const token = await login(`http://${direct}/api`);
  const authorization = `Bearer ${token}`;
  const body = Buffer.from(
    JSON.stringify([{ url: "/nginx", message: "seen through nginx", type: "error" }]),
  );
  const headers = {
    authorization,
    "content-type": "application/json",
    "x-forwarded-for": "203.0.113.7",
  };
  const sent = await nginx.ask("/api/admin/log/logs", headers, { body, localAddress: "127.0.0.9" });
  expect(sent.status, String(sent.body)).toBe(200);
  const log = await nginx.ask("/api/admin/log/page?current=1&size=50&descs=id", { authorization });
  const rows: { remoteAddr: string }[] = JSON.parse(String(log.body)).data.records;
  const addresses = rows.map((row) => row.remoteAddr.replace("::ffff:", ""));
  expect(addresses).toContain("127.0.0.9");
  expect(addresses).not.toContain("203.0.113.7");
});
