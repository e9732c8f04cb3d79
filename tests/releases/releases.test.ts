import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { quoted, tablesOf } from "#backend/engine/backup/catalogue";
import { readBackendConfig } from "#backend/platform/config";
import { onClient } from "#backend/platform/db/client";
import { documents } from "#documents";
import { type Booted, boot } from "../../backend/boot";
import type { Backend } from "../../backend/index";
import { TEST_KEYS } from "../../scripts/test-product.mjs";
import { given } from "../given";
import { login } from "../harness";
import { databaseOf } from "../harness-database";

const here = import.meta.dirname;
const releases = readdirSync(here).flatMap((file) => /^(\w+)\.sql\.br$/.exec(file)?.[1] ?? []);

/** Rows that come and go by themselves, and what the demonstration makes anew from the rest. */
const PASSING = /^(sys_token|sys_captcha|rate_limit|demo_|fact_|schema_|replenish$)/;

/** A database as that release left it. */
async function asLeftBy(release: string): Promise<string> {
  const { admin, prefix } = inject("postgres");
  const name = `${prefix}release_${randomUUID().slice(0, 8)}`;
  await onClient(admin, (c) => c.query(`create database ${name}`));
  const url = databaseOf(admin, name);
  const sql = brotliDecompressSync(readFileSync(path.join(here, `${release}.sql.br`))).toString();
  // Words to psql, not to the server.
  await onClient(url, (c) => c.query(sql.replace(/^\\(un)?restrict .*$/gm, "")));
  return url;
}

const rowsOf = (url: string) =>
  onClient(url, async (client) => {
    const counts: Record<string, number> = {};
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query(`select count(*)::int as n from ${quoted(name)}`);
      counts[name] = rows[0].n;
    }
    return counts;
  });

describe.each(releases)("data of %s", (release) => {
  let url: string;
  let before: Record<string, number>;
  let booted: Booted;
  let backend: Backend;
  let close: () => void;
  let base: string;
  const said: string[] = [];

  beforeAll(async () => {
    url = await asLeftBy(release);
    before = await rowsOf(url);
  });
  afterAll(async () => {
    close?.();
    await backend?.close();
    await booted?.stop();
    const { admin } = inject("postgres");
    const name = new URL(url).pathname.slice(1);
    await onClient(admin, (c) => c.query(`drop database if exists ${name} with (force)`));
  });

  const call = async (address: string, init: RequestInit = {}, who = "admin") => {
    const token = await login(base, who, "123456");
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const answer = await fetch(base + address, { ...init, headers });
    return { status: answer.status, body: await answer.json() };
  };

  test("starts under today's program, and none of it is lost", async () => {
    const dataDir = mkdtempSync(path.join(inject("folder"), "release-"));
    const env = {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      SECRET_KEYS: TEST_KEYS,
      CAPTCHA: "off",
      RATES_URL: "off",
      REPORTS: "off",
    };
    const config = readBackendConfig(env);
    booted = await boot(config, (line) => said.push(line));
    expect(said.filter((line) => line.includes("没有补上"))).toEqual([]);
    const after = await rowsOf(url);
    const lost = Object.entries(before).filter(([table, n]) => !PASSING.test(table) && (after[table] ?? 0) < n);
    expect(lost).toEqual([]);
    const { createBackend } = await import("../../backend/index");
    backend = createBackend({ config, db: booted.db, log: (line) => said.push(line) });
    const app = express().use("/api", backend.router);
    const server = app.listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    close = () => server.closeAllConnections() ?? server.close();
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  });

  test("every list opens", async () => {
    const lists = documents.filter((d) => !d.calls?.handwritten && d.screens?.list);
    const token = await login(base, "admin", "123456");
    const wrong: string[] = [];
    for (const { api } of lists) {
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await fetch(`${base}${api}/page?current=1&size=20`, { headers });
      if (status !== 200) wrong.push(`${api}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(lists.length).toBeGreaterThan(90);
  });

  test("every job ends its first turn well", async () => {
    const states = () =>
      booted.db.query<{ code: string; state: string; error: string | null }>(
        "select code, state, error from job_run where del_flag = 0",
      );
    await vi.waitUntil(
      async () => {
        const all = await states();
        return all.length > 30 && all.every((j) => !["none", "running", "later"].includes(j.state));
      },
      { timeout: 90_000, interval: 500 },
    );
    // Warehouses outside have an address only beside the stand-ins of a whole product.
    const failed = (await states()).filter((j) => j.state === "failed" && j.code !== "pullStock");
    expect(failed).toEqual([]);
  });

  test("a purchase goes on: its approver decides", async () => {
    const task = given(
      await booted.db.one<{ id: string; order: string; username: string }>(
        `select i.id, i.biz_id as "order", u.username from act_task k
           join act_instance i on i.id = k.instance_id join sys_user u on u.id = k.candidates[1]
         where i.biz_type = 'purchase_order' and i.status = 'running' and k.status = 'todo'
         order by k.id limit 1`,
      ),
    );
    const api = given(documents.find((d) => d.name === "purchase_order")).api;
    const address = `${api}/${task.order}`;
    const shown = await call(address, {}, task.username);
    expect(shown.body.data.status).toBe("auditing");
    const body = JSON.stringify({ version: shown.body.data.version, comment: "同意" });
    const decided = await call(`${address}/approve`, { method: "POST", body }, task.username);
    expect(decided.body.msg).toBe(null);
    const { body: now } = await call(address);
    expect(now.data.version).toBeGreaterThan(shown.body.data.version);
  });
});

test("a fault in demo data is said, and a database that has data starts all the same", async () => {
  const url = await asLeftBy(given(releases.at(-1)));
  await onClient(url, (client) =>
    client.query(
      `delete from seed_marker where name = 'demo_replenish';
       create function broken() returns trigger language plpgsql as $$ begin
         raise exception 'no keeper'; end $$;
       create trigger broken before insert on replenish_season execute function broken()`,
    ),
  );
  const dataDir = mkdtempSync(path.join(inject("folder"), "release-"));
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEYS: TEST_KEYS };
  const said: string[] = [];
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const booted = await boot(readBackendConfig(env), (line) => said.push(line));
  expect(said).toContain("演示数据“补货”没有补上，已有数据不受影响：no keeper");
  expect(told).toHaveBeenCalled();
  told.mockRestore();
  await booted.stop();
});
