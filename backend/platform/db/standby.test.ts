import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { freePort } from "../../../tests/program/free-port";
import { missing } from "../http/refusal";
import { type Database, openDatabase } from "./sql";
import { openStandby, type Standby } from "./standby";

// A real standby, and one that falls behind, are tried by `npm run ha`. Here another pool of the same database,
// which may not write, stands for it.
let backend: TestBackend;
let url: string;
const said: string[] = [];
const opened: Standby[] = [];
const standbyAt = (address: string, primary: Database) => {
  const limits = { connect: 1, statement: 5, lock: 5, idle: 5 };
  const standby = openStandby(openDatabase(address, 2, limits), primary, 5, (why) => said.push(why));
  opened.push(standby);
  return standby;
};
let standby: Standby;
beforeAll(async () => {
  backend = await testBackend({}, {}, undefined, (db) => {
    const readOnly = new URL(db.direct);
    readOnly.searchParams.set("application_name", "standby");
    readOnly.searchParams.set("options", "-c default_transaction_read_only=on");
    url = readOnly.toString();
    standby = standbyAt(url, db);
    return standby;
  });
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await backend.close();
});

const NAME = "select current_setting('application_name') as name";
const whose = async (one: Standby, since?: string) =>
  (await one.read((db) => db.one<{ name: string }>(NAME), since))?.name === "standby" ? "standby" : "primary";

test("reads come from the standby when it has what their reader wrote", async () => {
  expect(await whose(standby)).toBe("standby");
  expect(await whose(standby, await standby.position())).toBe("standby");
  expect(said).toEqual([]);
});

test("what would write is done by the primary, once", async () => {
  const { db } = backend;
  await db.query("create table if not exists wrote (n int)");
  const count = () => db.one("select count(*)::int as n from wrote");
  await standby.read((from) => from.tx((sql) => sql.query("insert into wrote values (1)")));
  expect(await count()).toEqual({ n: 1 });
  expect(said.splice(0)).toEqual([expect.stringContaining("read-only transaction")]);
  expect(await whose(standby)).toBe("standby");
});

test("what the work refuses is refused, and says nothing of the standby", async () => {
  const refused = standby.read(async (from) => {
    await from.query("select 1");
    throw missing();
  });
  await expect(refused).rejects.toThrow("单据不存在");
  expect([await whose(standby), said]).toEqual(["standby", []]);
});

test("one that does not reach it within a second is left alone for a while", async () => {
  const { db } = backend;
  // The primary is farther than this database ever comes.
  const own = standbyAt(url, {
    ...db,
    one: <T>(text: string, values?: unknown[]) =>
      db.one<T>(text.replace("pg_current_wal_lsn()::text", "'FFFFFFFF/0'"), values),
  });
  const began = Date.now();
  expect(await whose(own)).toBe("primary");
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_000);
  expect(said.splice(0)).toEqual([expect.stringContaining("备库落后")]);
  const after = Date.now();
  expect(await whose(own)).toBe("primary");
  expect(Date.now() - after).toBeLessThan(900);
});

test("who says that he wrote what nobody has is answered by the primary, at nobody's cost", async () => {
  const began = Date.now();
  expect(await whose(standby, "FFFFFFFF/0")).toBe("primary");
  expect(Date.now() - began).toBeLessThan(900);
  expect([await whose(standby), said]).toEqual(["standby", []]);
});

test("one that is not there keeps nobody waiting", async () => {
  const gone = standbyAt(`postgresql://erp@127.0.0.1:${await freePort()}/erp`, backend.db);
  expect([await whose(gone), await whose(gone)]).toEqual(["primary", "primary"]);
  expect(said.splice(0)).toHaveLength(1);
});

test("a list is read from it, and a write says where the primary stands", async () => {
  const authorization = `Bearer ${await login(backend.url)}`;
  const headers = { authorization, "content-type": "application/json" };
  const body = JSON.stringify({ roleName: "备库角色", roleCode: "STANDBY", dsType: "4" });
  const wrote = await fetch(`${backend.url}/admin/role`, { method: "POST", headers, body });
  const written = wrote.headers.get("x-written") ?? "";
  expect([wrote.status, written]).toEqual([200, expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/)]);
  const list = (at: string) =>
    fetch(`${backend.url}/admin/role/page?roleCode=STANDBY`, { headers: { ...headers, "x-written": at } }).then((a) =>
      a.json(),
    );
  expect((await list(written)).data.total).toBe(1);
  expect(said).toEqual([]);
  expect((await list("' or 1=1")).data.total).toBe(1);
  expect(said).toEqual([]);
});
