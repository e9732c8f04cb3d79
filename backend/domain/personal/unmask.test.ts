import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { readDocument } from "#backend/engine/documents/reading/read-document";
import { sealAddress } from "#backend/platform/personal/address";
import { salesOrder } from "#documents/order/sales-order";
import { actAs } from "../../../tests/acting";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { MOST_LOOKS } from "./unmask";

let backend: TestBackend;
let id: string;
beforeAll(async () => {
  backend = await testBackend();
  const columns = Object.entries(
    sealAddress("receiver", {
      name: "Mary Quellington",
      phone: "310 555 0142",
      country: "US",
      state: "CA",
      city: "Los Angeles",
      line1: "77 Palmera Ct",
      postcode: "90012",
    }),
  );
  const row = await backend.db.one<{ id: string }>(
    `insert into sales_order (tenant_id, no, status, ${columns.map(([n]) => n).join(", ")})
     values (1, 'SO1', 'audited', ${columns.map((_, i) => `$${i + 1}`).join(", ")}) returning id`,
    columns.map(([, v]) => v),
  );
  id = row?.id ?? "";
});
afterAll(() => backend.close());

const WHY = "买家来电核对地址";
const look = (why: string, permissions = ["om_order_unmask"]) =>
  backend.db.tx((sql) => {
    const c = actAs(sql, { permissions: new Set(permissions) });
    return perform(c, salesOrder, id, "unmask", { why });
  });
const looks = () =>
  backend.db.query("select document_no as no, reason, ip, user_id as who from pii_access_log order by id");

test("who gets an order is seen whole by who may, with a reason, and is kept", async () => {
  const { receiver } = await backend.db.tx((sql) => readDocument(actAs(sql), salesOrder, {}, id));
  expect(receiver).toBe("M***n ***42 US CA 900***");
  await expect(look(WHY, [])).rejects.toMatchObject({ status: 403 });
  await expect(look("看看")).rejects.toThrow("查看原因不能少于5个字");
  expect(await looks()).toEqual([]);
  expect((await look(WHY)).told).toBe("Mary Quellington　310 555 0142　US　CA　Los Angeles　77 Palmera Ct　90012");
  expect(await looks()).toEqual([{ no: "SO1", reason: WHY, ip: null, who: "1" }]);
});

test("a call keeps where it came from, and no copy of what it answered", async () => {
  const authorization = `Bearer ${await login(backend.url, "admin")}`;
  const ask = () =>
    fetch(`${backend.url}/ordermanage/order/${id}/unmask`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "Idempotency-Key": "look-0001" },
      body: JSON.stringify({ why: WHY, version: 1 }),
    }).then((answer): Promise<{ data: { told?: string } }> => answer.json());
  expect((await ask()).data.told).toContain("Palmera");
  // Answered from what was kept: nobody looked again.
  expect((await ask()).data.told).toBeUndefined();
  expect((await looks()).at(-1)).toMatchObject({ ip: expect.stringContaining("127.0.0.1") });
  const kept = await backend.db.one<{ n: number }>(
    `select (select count(*) from idempotency t where t::text like '%Palmera%')
       + (select count(*) from sys_log t where t::text like '%Palmera%')
       + (select count(*) from sys_oper_log t where t::text like '%Palmera%') as n`,
  );
  expect(Number(kept?.n)).toBe(0);
});

test("more looks than a day allows are refused, and the administrators hear of it", async () => {
  const before = (await looks()).filter((l) => (l as { who: string }).who === "1").length;
  for (let n = before; n < MOST_LOOKS; n++) await look(WHY);
  await expect(look(WHY)).rejects.toMatchObject({ status: 409, message: "今日查看次数已达上限" });
  expect((await looks()).length).toBeGreaterThanOrEqual(MOST_LOOKS);
  const told = await backend.db.query<{ title: string }>(
    "select title from sys_notification where title like '%敏感信息%'",
  );
  expect(told).toEqual([{ title: "系统管理员今日查看敏感信息已达上限" }]);
});

test("what was seen stays written", async () => {
  for (const text of [
    "update pii_access_log set reason = 'x'",
    "delete from pii_access_log",
    "truncate pii_access_log",
  ])
    await expect(backend.db.query(text)).rejects.toThrow("never changed");
});
