import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { NOT_LIVE } from "#backend/platform/tenancy/phase";
import { requireOpenMonth } from "#backend/platform/values";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { syncTables } from "../tables/table";
import { widget } from "../widget.testing";
import { insert } from "../writing/write";
import { perform } from "./perform";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await syncTables(db, [widget]);
  await db.query("insert into sys_tenant (id, name, code) values (2, '别家', 'other')");
  await db.query("update sys_tenant set phase = 'setup' where id = 1");
});
afterAll(() => db.close());

const made = (tenantId: string, document = widget) =>
  db.tx(async (sql) => {
    const c = { ...actAs(sql, { tenantId }), tenantId };
    const { id } = await insert(c, document, {}, { name: `上线${tenantId}`, kind: "a" });
    await perform(c, document, id, "finish", { comment: "好" }, { trusted: true });
  });

it("a tenant that is set up keeps drafts, and does nothing with them but with its masters", async () => {
  await expect(made("1")).rejects.toMatchObject({ status: 409, message: NOT_LIVE });
  await made("1", { ...widget, inSetup: true });
  await made("2");
});

it("nothing is booked to a day before the first one of work, not even by who did not lock", async () => {
  const book = (date: string, held = true) => {
    const work = (sql: Parameters<typeof actAs>[0]) => requireOpenMonth({ sql, tenantId: "1" }, date);
    return held ? db.tx(work) : work(db);
  };
  await db.query("update sys_tenant set go_live_date = '2026-01-01' where id = 1");
  // A plan binds nobody yet.
  await book("2025-12-31");
  await db.query("update sys_tenant set phase = 'live' where id = 1");
  for (const held of [true, false])
    await expect(book("2025-12-31", held)).rejects.toMatchObject({
      status: 409,
      message: "业务日期早于启用日2026-01-01",
    });
  await book("2026-01-01");
});
