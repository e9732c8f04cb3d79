import type { AddressInfo } from "node:net";
import express from "express";
import { callerOf, resolveCaller } from "#backend/platform/auth/caller";
import { type Answer, checkedCall } from "#backend/platform/http/answers.testing";
import { mount } from "#backend/platform/http/mount";
import { logEndpoints } from "#backend/platform/logs/endpoints";
import { writeLog } from "#backend/platform/logs/write";
import type { FlowNode } from "#documents/workflow";
import { given } from "../../../tests/given";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { accessOf } from "../..";
import { ruleBook } from "../documents/book";
import { documentEndpoints } from "../documents/endpoints";
import { syncTables } from "../documents/tables/table";
import { noticeEndpoints } from "../notices/endpoints";
import { workflowEndpoints } from "./endpoints";
import type { Flows } from "./flow";
import { trial, trialRules } from "./trial.testing";

export const LEADER: FlowNode = { key: "leader", name: "部门负责人", approver: "leader", signType: "or" };
export const FINANCE: FlowNode = {
  key: "finance",
  name: "财务",
  approver: "role:FINANCE",
  signType: "or",
  condition: { atLeast: "10000" },
};
export const GM: FlowNode = {
  key: "gm",
  name: "总经理",
  approver: "gm",
  signType: "or",
  condition: { atLeast: "100000" },
};

export interface Office extends Omit<TestBackend, "url"> {
  get(who: string, path: string, params?: Record<string, string>): Promise<Answer>;
  post(who: string, path: string, body?: unknown, key?: string): Promise<Answer>;
  put(who: string, path: string, body?: unknown): Promise<Answer>;
  /** A new trial of that amount by `who`; not submitted. */
  draft(who: string, amount?: string, more?: object): Promise<{ id: string; version: number }>;
  /** A submitted trial: its id and the id of its flow. */
  submitted(who: string, amount?: string, more?: object): Promise<{ id: string; flow: string }>;
  /** Acts on the trial as its own page does, with the version as it is now. */
  act(who: string, id: string, action: string, body?: object): Promise<Answer>;
  /** Id of the open task of the flow that `who` may decide. */
  task(who: string, flow: string): Promise<string>;
  /** Sets the nodes that new trials take. */
  define(nodes: FlowNode[], cc?: unknown[]): Promise<void>;
  trial(id: string): Promise<Record<string, string>>;
  flow(id: string): Promise<Record<string, string>>;
  userId(who: string): string;
  flows: Flows;
}

const CODES = ["view", "add", "edit", "del", "submit", "void", "approve", "secret"];
/** May make trials. Managers and finance may only look; the warehouse does not know them. */
const MAKERS = ["ADMIN", "BUYER", "OPS", "OPS_MANAGER", "EXEC"];

async function grant({ db }: TestBackend) {
  for (const code of CODES)
    await db.query(
      `with m as (insert into sys_menu (name, type, permission) values ($1, '1', $1) returning id)
       insert into sys_role_menu select r.id, m.id from sys_role r, m where case
         when $1 = 'test_trial_secret' then r.role_code in ('ADMIN', 'BUYER')
         when $1 = 'test_trial_view' then r.role_code = any ($2) or r.role_code in ('FINANCE', 'PURCHASE_MANAGER')
         else r.role_code = any ($2) end`,
      [`test_trial_${code}`, MAKERS],
    );
}

/** The approval of trials on PostgreSQL, served with the calls of documents, flows and notices. */
export async function openOffice(): Promise<Office> {
  const backend = await testBackend();
  const { db, config } = backend;
  await syncTables(db, [trial]);
  await grant(backend);
  const users = await db.query<{ id: string; username: string }>("select id, username from sys_user");
  const tokens = new Map<string, Promise<string>>();
  const token = (who: string) => {
    if (!tokens.has(who)) tokens.set(who, login(backend.url, who));
    return given(tokens.get(who));
  };
  const services = ruleBook([trial], { trial: trialRules });
  const endpoints = [
    ...documentEndpoints(trial, services.book.get("trial")?.rules),
    ...workflowEndpoints,
    ...noticeEndpoints,
    ...logEndpoints,
  ];
  const backing = {
    db,
    config,
    services: { ...services, ...accessOf([trial]), people: callerOf },
    log: (l: string) => console.error(l),
    resolveCaller,
    writeLog,
  };
  const server = express().use("/api", mount(endpoints, backing)).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const checked = checkedCall(endpoints);
  const send = async (who: string, method: string, path: string, body?: unknown, key?: string) =>
    checked({ url }, method, path, { token: await token(who), body, headers: key ? { "Idempotency-Key": key } : {} });
  const good = (answer: Answer) => {
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  };
  const row = async (text: string, id: string) => given(await db.one<Record<string, string>>(text, [id]));
  const office: Office = {
    ...backend,
    flows: services.flows,
    get: async (who, path, params) => checked({ url }, "GET", path, { token: await token(who), params }),
    post: (who, path, body = {}, key?: string) => send(who, "POST", path, body, key),
    put: (who, path, body) => send(who, "PUT", path, body),
    draft: async (who, amount = "100.00", more = {}) =>
      good(
        await send(who, "POST", "/test/trial", {
          subject: "试用",
          items: [{ item: "样品", qty: 1, price: amount }],
          ...more,
        }),
      ),
    async submitted(who, amount, more) {
      const { id } = await office.draft(who, amount, more);
      good(await office.act(who, id, "submit"));
      return { id, flow: given((await office.trial(id)).proc_inst_id) };
    },
    async act(who, id, action, body = {}) {
      const { version } = await office.trial(id);
      return send(who, "POST", `/test/trial/${id}/${action}`, { version, ...body });
    },
    async task(who, flow) {
      const found = await db.one<{ id: string }>(
        `select id from act_task where instance_id = $1 and status = 'todo' and $2 = any (candidates)`,
        [flow, office.userId(who)],
      );
      return found?.id ?? "0";
    },
    async define(nodes, cc = []) {
      await db.query(
        `insert into act_definition (def_key, version, name, nodes, cc)
         select 'trial', coalesce(max(version), 0) + 1, '试用单审批', $1, $2
         from act_definition where def_key = 'trial'`,
        [JSON.stringify(nodes), JSON.stringify(cc)],
      );
    },
    trial: (id) => row("select * from test_trial where id = $1", id),
    flow: (id) => row("select * from act_instance where id = $1", id),
    userId: (who) => users.find((u) => u.username === who)?.id ?? "0",
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await backend.close();
    },
  };
  return office;
}
