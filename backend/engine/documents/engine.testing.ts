import type { AddressInfo } from "node:net";
import express from "express";
import { rules } from "#backend/domain";
import { adminEndpoints } from "#backend/domain/admin/endpoints";
import { callerOf, resolveCaller } from "#backend/platform/auth/caller";
import { fileEndpoints } from "#backend/platform/files/endpoints";
import { type Answer, checkedCall } from "#backend/platform/http/answers.testing";
import { mount } from "#backend/platform/http/mount";
import { logEndpoints } from "#backend/platform/logs/endpoints";
import { writeLog } from "#backend/platform/logs/write";
import { documents } from "#documents";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { accessOf } from "../..";
import { importEndpoints } from "../imports/endpoints";
import { ruleBook } from "./book";
import { documentEndpoints } from "./endpoints";
import { downloadEndpoints } from "./exports/background";
import { syncTables } from "./tables/table";
import { widget, widgetRules } from "./widget.testing";

type Body = Record<string, unknown>;

export interface Engine extends Omit<TestBackend, "url"> {
  /** Calls as one of the seeded accounts; the path is below /test/widget unless it starts with "/". */
  get(who: string, path: string, params?: Record<string, string>): Promise<Answer>;
  send(who: string, method: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  raw(who: string, path: string): Promise<Response>;
  /** Sends files. */
  form(who: string, path: string, form: FormData): Promise<Answer>;
  /** A new row; answers its id and version. */
  add(body?: Body, who?: string): Promise<{ id: string; version: number }>;
  /** Names in a list, in its order. */
  names(who: string, params?: Record<string, string>): Promise<string[]>;
  userId(name: string): string;
  deptId(name: string): string;
  token(who: string): string;
  logged: string[];
}

const CODES = ["view", "add", "edit", "del", "export", "finish", "secret"];

async function grant({ db }: TestBackend, roles: string[]) {
  for (const code of CODES)
    await db.query(
      `with m as (insert into sys_menu (name, type, permission) values ($1, '1', $1) returning id)
       insert into sys_role_menu select r.id, m.id from sys_role r, m
       where r.role_code = any($2) and (r.role_code = 'ADMIN' or $1 <> 'test_widget_secret')`,
      [`test_widget_${code}`, roles],
    );
  await db.query(
    `with d as (insert into sys_dict (dict_type, description) values ('test_tone', '品类') returning id)
     insert into sys_dict_item (dict_id, dict_type, value, label, disabled)
     select d.id, 'test_tone', x.value, x.label, x.disabled from d,
       (values ('red', '红色', false), ('old', '旧色', true)) as x(value, label, disabled)`,
  );
}

/**
 * The engine serving the test document on PostgreSQL. People: admin (all rows, may read secrets),
 * ops_manager (department and below), promo (own rows), ads (may nothing).
 */
export async function openEngine(): Promise<Engine> {
  const backend = await testBackend();
  const { db, config } = backend;
  await syncTables(db, [widget]);
  await grant(backend, ["ADMIN", "OPS_MANAGER", "PROMO"]);
  const people = ["admin", "ops_manager", "promo", "ads"];
  const tokens = new Map<string, string>();
  for (const who of people) tokens.set(who, await login(backend.url, who));
  const users = await db.query<{ id: string; username: string }>("select id, username from sys_user");
  const depts = await db.query<{ id: string; name: string }>("select id, name from sys_dept");

  const services = ruleBook([...documents, widget], { ...rules, widget: widgetRules });
  const own = services.book.get("widget")?.rules;
  const endpoints = [
    ...importEndpoints(widget, own),
    ...documentEndpoints(widget, own),
    ...downloadEndpoints,
    ...fileEndpoints,
    ...adminEndpoints,
    ...logEndpoints,
  ];
  const logged: string[] = [];
  const backing = {
    db,
    config,
    services: { ...services, ...accessOf([...documents, widget]), people: callerOf },
    log: (l: string) => logged.push(l),
    resolveCaller,
    writeLog,
  };
  const server = express().use("/api", mount(endpoints, backing)).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const checked = checkedCall(endpoints);
  const at = (path: string) => (path.startsWith("/") ? path : `/test/widget${path && `/${path}`}`);
  const idOf = (rows: { id: string }[], found?: { id: string }) => {
    if (!found) throw new Error(`none of ${rows.length} rows has this name`);
    return found.id;
  };
  let made = 0;
  const engine: Engine = {
    ...backend,
    logged,
    token: (who) => tokens.get(who) ?? "",
    get: (who, path, params) => checked({ url }, "GET", at(path), { token: tokens.get(who), params }),
    send: (who, method, path, body, key) =>
      checked({ url }, method, at(path), {
        token: tokens.get(who),
        body,
        headers: key ? { "Idempotency-Key": key } : {},
      }),
    raw: (who, path) => fetch(url + at(path), { headers: { authorization: `Bearer ${tokens.get(who)}` } }),
    async form(who, path, form) {
      const headers = { authorization: `Bearer ${tokens.get(who)}` };
      const response = await fetch(url + at(path), { method: "POST", headers, body: form });
      return { status: response.status, body: await response.json() } as Answer;
    },
    async add(body = {}, who = "admin") {
      const name = `部件${String(++made).padStart(4, "0")}`;
      const answer = await engine.send(who, "POST", "", { name, kind: "a", ...body });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.data;
    },
    async names(who, params) {
      const answer = await engine.get(who, "page", { size: "100", ...params });
      return answer.body.data.records.map((r: { name: string }) => r.name);
    },
    userId: (name) =>
      idOf(
        users,
        users.find((u) => u.username === name),
      ),
    deptId: (name) =>
      idOf(
        depts,
        depts.find((d) => d.name === name),
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await backend.close();
    },
  };
  return engine;
}
