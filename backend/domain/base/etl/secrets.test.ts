import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { openSecret } from "#backend/platform/personal/open";
import { etlTask } from "#documents/base/etl/task";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { readSecrets } from "./config";
import { resealConfigs } from "./reseal";

const API = "/basesetup/seatunneltask";
const SECRETS = ["S1-passwd", "S2-pwd", "S3-access", "S4-secret", "S5-private", "S6-in-url"];

const described = (url: string, passwd = "S1-passwd") =>
  JSON.stringify({
    env: { "job.mode": "BATCH" },
    source: [
      {
        plugin_name: "Jdbc",
        url,
        passwd,
        pwd: "S2-pwd",
        accessKey: "S3-access",
        secretKey: "S4-secret",
        privateKey: "S5-private",
      },
    ],
    sink: [{ plugin_name: "Jdbc", url: "jdbc:mysql://10.0.0.9/x?user=a&password=S6-in-url" }],
  });
const URL_HERE = "jdbc:mysql://10.0.0.8:3306/erp";

let backend: TestBackend;
let admin: string;

beforeAll(async () => {
  backend = await testBackend();
  admin = await login(backend.url);
});
afterAll(() => backend.close());

const send = (method: "POST" | "PUT", body: object) => call(backend, method, API, { token: admin, body });
const made = async (taskName: string) => {
  const task = { jobMode: "BATCH", parallelism: 2, timeoutMin: 120, retryTimes: 0 };
  const { body } = await send("POST", { ...task, taskName, config: described(URL_HERE) });
  expect(body.msg).toBeNull();
  return (await call(backend, "GET", `${API}/${body.data.id}`, { token: admin })).body.data;
};
const everything = async () =>
  JSON.stringify([
    await backend.db.query("select * from etl_task"),
    await backend.db.query("select * from sys_log"),
    await backend.db.query("select * from sys_oper_log"),
    await backend.db.query("select * from idempotency"),
  ]);
const secretsOf = async (id: string) =>
  Object.values(readSecrets(await openSecret(backend.db, etlTask, "secrets", id)))
    .map(String)
    .sort();

test("no secret of a configuration is kept in the clear, in no log either", async () => {
  const row = await made("秘密");
  const changed = row.config.replace("Jdbc", "JDBC");
  const saved = await send("PUT", { id: row.id, version: row.version, config: changed });
  expect(saved.body.msg).toBeNull();
  await vi.waitFor(async () =>
    expect(await backend.db.query("select 1 from sys_log where title like '%ETL任务%'")).toHaveLength(2),
  );
  const all = await everything();
  expect(SECRETS.filter((s) => all.includes(s))).toEqual([]);
  expect(await secretsOf(row.id)).toEqual(SECRETS);
});

test("secrets do not follow to another address", async () => {
  const row = await made("搬家");
  const moved = row.config.replace("10.0.0.8", "evil.example");
  const refused = await send("PUT", { id: row.id, version: row.version, config: moved });
  expect(refused.status).toBe(400);
  expect(refused.body.fields.config).toContain("source[0].passwd：地址已修改，请重新填写密码");
  expect(refused.body.fields.config).not.toContain("sink[0]");
  const inUrl = row.config.replace("10.0.0.9", "evil.example");
  const second = await send("PUT", { id: row.id, version: row.version, config: inUrl });
  expect(second.body.fields.config).toContain("sink[0].url：地址已修改，请重新填写密码");
});

test("what was kept in the clear before is sealed at the start", async () => {
  const { id } = await made("旧数据");
  await backend.db.query("update etl_task set config = $2, secrets = null where id = $1", [id, described(URL_HERE)]);
  await resealConfigs(backend.db);
  const all = JSON.stringify(await backend.db.query("select * from etl_task"));
  expect(SECRETS.filter((s) => all.includes(s))).toEqual([]);
  expect(await secretsOf(id)).toEqual(SECRETS);
});
