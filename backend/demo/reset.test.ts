import { mkdtempSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { onClient, openDatabase } from "#backend/platform/db";
import { RESTORED } from "#backend/platform/tenancy/kind";
import { copyDatabase, login, testBackend } from "../../tests/harness";
import { figuresComing } from "./begin";
import { resetDemonstration } from "./reset";

type Copy = Awaited<ReturnType<typeof copyDatabase>>;
let demo: Copy;
let company: Copy;
beforeAll(async () => {
  // As the demonstration that is copied was made.
  process.env.DEMO_PROFILE = "small";
  [demo, company] = [await copyDatabase("demo"), await copyDatabase("firstday")];
});
afterAll(() => Promise.all([demo.drop(), company.drop()]));

const settings = () => ({ adminPassword: undefined, dataDir: mkdtempSync(path.join(inject("folder"), "reset-")) });
const orders = (url: string) =>
  onClient(
    url,
    async (c) => (await c.query<{ n: number }>("select count(*)::int as n from purchase_order")).rows[0]?.n,
  );

describe("a reset", () => {
  it("brings back what was there, ends what is connected and leaves no other database", async () => {
    const before = await orders(demo.url);
    const inUse = openDatabase(demo.url, 2);
    await inUse.query("delete from sys_social_binding");
    await inUse.query("update purchase_order set del_flag = 1");
    expect(figuresComing()).toBe(false);
    await resetDemonstration(demo.url, settings(), () => {});
    expect(figuresComing()).toBe(true);
    expect(await orders(demo.url)).toBe(before);
    // The pool of somebody who worked meanwhile finds the new one by itself.
    const found = await inUse.tx((sql) =>
      sql.one<{ bound: number; gone: number }>(
        `select (select count(*)::int from sys_social_binding) as bound,
           (select count(*)::int from purchase_order where del_flag = 1) as gone`,
      ),
    );
    expect(found?.bound).toBeGreaterThan(0);
    expect(found?.gone).toBe(0);
    await inUse.close();
    const name = new URL(demo.url).pathname.slice(1);
    const left = await onClient(inject("postgres").admin, (c) =>
      c.query("select datname from pg_database where datname = any ($1)", [[`${name}_next`, `${name}_old`]]),
    );
    expect(left.rows).toEqual([]);
  });

  it("is refused for a company, which stays as it is", async () => {
    await expect(resetDemonstration(company.url, settings(), () => {})).rejects.toThrow(
      "当前数据库不是演示数据，不能恢复",
    );
    expect(await orders(company.url)).toBe(0);
  });

  it("is refused where the role may make no database", async () => {
    const { admin } = inject("postgres");
    const role = `small_${new URL(demo.url).pathname.slice(1)}`;
    await onClient(admin, (c) => c.query(`create role ${role} login`));
    await onClient(demo.url, (c) => c.query(`grant select on all tables in schema public to ${role}`));
    const url = new URL(demo.url);
    url.username = role;
    await expect(resetDemonstration(url.toString(), settings(), () => {})).rejects.toThrow("不能新建数据库");
    await onClient(demo.url, (c) => c.query(`drop owned by ${role}`));
    await onClient(admin, (c) => c.query(`drop role ${role}`));
  });
});

describe("the call", () => {
  it("is an administrator's, and asks for a word", async () => {
    const backend = await testBackend();
    const ask = async (who: string, word: string) =>
      call(backend, "POST", "/demo/reset", { token: await login(backend.url, who), body: { word } });
    expect((await ask("buyer", "恢复")).status).toBe(403);
    const wrong = await ask("admin", "算了");
    expect([wrong.status, wrong.body.msg]).toEqual([400, "请输入“恢复”"]);
    await backend.close();
  });

  it("tells whose session ended by it", async () => {
    const backend = await testBackend();
    const ended = () => call(backend, "GET", "/admin/user/info", { token: "of-before" });
    expect((await ended()).body.msg).toBe("登录已失效，请重新登录");
    await backend.db.query("insert into seed_marker (name) values ($1)", [RESTORED]);
    expect((await ended()).body.msg).toBe("演示已恢复到初始状态，请重新登录");
    await backend.db.query("update seed_marker set done_at = now() - interval '13 hours' where name = $1", [RESTORED]);
    expect((await ended()).body.msg).toBe("登录已失效，请重新登录");
    await backend.close();
  });
});
