import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
});
afterAll(() => backend.close());

test("a document that waits for another role says so; who may act, and a draft, are told nothing", async () => {
  const { db, url } = backend;
  const fee = await db.one<{ id: string }>(
    `select id from ads_fee where del_flag = 0
       and owner_id = (select id from sys_user where username = 'kol') order by id limit 1`,
  );
  const turn = async (who: string, status: string) => {
    await db.query("update ads_fee set status = $2 where id = $1", [fee?.id, status]);
    const headers = { authorization: `Bearer ${await login(url, who)}` };
    const answer = await fetch(`${url}/kol/adsfee/${fee?.id}`, { headers });
    expect(answer.status).toBe(200);
    return (await answer.json()).data.$turn;
  };
  expect(await turn("kol", "pendingVerify")).toBe("待 红人主管、管理层 核销通过");
  expect(await turn("kol_lead", "pendingVerify")).toBeUndefined();
  expect(await turn("kol", "draft")).toBeUndefined();
  expect(await turn("kol", "paid")).toBeUndefined();
});

test("a step that is not of this row is not waited for", async () => {
  const { db, url } = backend;
  const rebate = await db.one<{ id: string }>(
    "select id from rebate where tenant_id = 1 and del_flag = 0 order by id limit 1",
  );
  const turn = async (direction: string) => {
    await db.query("update rebate set status = 'confirmed', direction = $2 where id = $1", [rebate?.id, direction]);
    const headers = { authorization: `Bearer ${await login(url, "finance")}` };
    const answer = await fetch(`${url}/evaluation/rebate/${rebate?.id}`, { headers });
    expect(answer.status).toBe(200);
    return (await answer.json()).data.$turn;
  };
  expect(await turn("receive")).toMatch(/^待 .+ 登记收款$/);
  expect(await turn("pay")).toBeUndefined();
});
