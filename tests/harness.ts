import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import express from "express";
import { inject } from "vitest";
import { type BackendConfig, readBackendConfig } from "#backend/platform/config";
import { onClient } from "#backend/platform/db/client";
import { type Database, openDatabase } from "#backend/platform/db/sql";
import type { Standby } from "#backend/platform/db/standby";
import type { Services } from "#backend/platform/http/endpoint";
import { copyTemplate, ensureTemplate, type TEMPLATES } from "./harness-database";
import { keptDatabase } from "./harness-kept";

/** A copy of a template for one owner, who drops it in the end. */
export async function copyDatabase(kind: keyof typeof TEMPLATES = "minimal") {
  const run = inject("postgres");
  const { admin, prefix } = run;
  await ensureTemplate(run, kind);
  const name = prefix + randomUUID().slice(0, 8);
  return {
    url: await copyTemplate(run, kind, name),
    drop: () => onClient(admin, (c) => c.query(`drop database if exists ${name} with (force)`)),
  };
}

/** A new database, with new connections: for tests that are about these. `close()` also drops it. */
export async function ownDatabase(kind: keyof typeof TEMPLATES = "minimal"): Promise<Database> {
  const { url, drop } = await copyDatabase(kind);
  // Each connection learns the schema anew: more than the tests need at once cost a tenth of their time.
  const db = openDatabase(url, 4);
  return {
    ...db,
    async close() {
      await db.close();
      await drop();
    },
  };
}

/**
 * A database for one test file: minimally seeded, the tables alone, the demonstration, or a company's first
 * day. `close()` gives it back. Take it in `beforeAll`, close it in `afterAll`.
 */
export const testDatabase = (kind: keyof typeof TEMPLATES = "minimal"): Promise<Database> =>
  kind === "minimal" ? keptDatabase(ownDatabase) : ownDatabase(kind);

export interface TestBackend {
  /** Base address with /api, what ERP_API_URL would hold: `fetch(url + "/admin/menu")`. */
  url: string;
  db: Database;
  config: BackendConfig;
  close(): Promise<void>;
}

/**
 * The real backend on its own database, upload directory and random port. Captcha is off unless
 * overridden. Nothing runs by the clock: a test that is about a job runs it. `close()` ends all of it.
 */
export async function testBackend(
  overrides: Partial<BackendConfig> = {},
  services: Partial<Services> = {},
  kind?: keyof typeof TEMPLATES,
  standbyOf?: (db: Database) => Standby,
): Promise<TestBackend> {
  const { createBackend } = await import("../backend/index");
  const dataDir = mkdtempSync(path.join(inject("folder"), "data-"));
  const config = { ...readBackendConfig({ DATA_DIR: dataDir, CAPTCHA: "off" }), ...overrides };
  const db = await testDatabase(kind);
  const backend = createBackend({ config, db, standby: standbyOf?.(db), services, jobs: [] });
  const app = express().set("trust proxy", config.trustProxy).use("/api", backend.router);
  const server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    db,
    config,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await backend.close();
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export { login } from "./harness-login";
