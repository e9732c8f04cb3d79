import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { opened, sealed } from "./cipher";
import { ringOf } from "./ring";

const dataDir = mkdtempSync(path.join(tmpdir(), "keys-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it("makes a key once beside the embedded database, that nobody else reads", () => {
  const kept = sealed(ringOf({ dataDir, demo: false }), "10001");
  expect(opened(ringOf({ dataDir, demo: false }), kept)).toBe("10001");
  expect(statSync(path.join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
});

it("asks for keys where the company's database is used, and takes those that are named", () => {
  const databaseUrl = "postgresql://erp@db.example/erp";
  expect(() => ringOf({ dataDir, demo: false, databaseUrl })).toThrow("使用 DATABASE_URL 时要设置 SECRET_KEYS");
  const secretKeys = `k2:${Buffer.alloc(32, 2).toString("base64")}`;
  expect(sealed(ringOf({ dataDir, demo: false, databaseUrl, secretKeys }), "x")).toMatch(/^k2\./);
});
