import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database, Sql } from "#backend/platform/db/sql";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { syncTables } from "../tables/table";
import { widget } from "../widget.testing";
import { insert } from "../writing/write";
import { rules, transition } from "../written";
import { readPage } from "./reasons";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await syncTables(db, [widget]);
});
afterAll(() => db.close());

/** Both ask how many parts there are; one judges what not everybody may read. */
const parts = async ({ sql }: { sql: Sql }, { id }: { id: string }) => ({
  n: (await sql.query("select 1 from test_widget_part where widget_id = $1", [id])).length,
});
const guarded = rules(widget, {
  transitions: [
    transition(widget, "finish", { lock: parts, guard: ({ row }) => row.secret && "还有底价" }),
    transition(widget, "break", { lock: parts, guard: ({ n }) => n === 1 && "只剩一个零件" }),
  ],
});

it("a page asks nothing twice, and its guards judge what it does not show", async () => {
  const lines = [{ sku: "A", cost: "2" }];
  const values = { name: "整页件", kind: "a", secret: "3.5", parts: lines };
  const { id } = await db.tx((sql) => insert(actAs(sql), widget, guarded, values));
  const asked: string[] = [];
  const query = <T>(text: string, given: unknown[] = []) => {
    asked.push(`${text} ${given}`);
    return db.query<T>(text, given);
  };
  const sql: Sql = { query, one: async <T>(t: string, v?: unknown[]) => (await query<T>(t, v))[0] };
  const page = await readPage(actAs(sql, { permissions: new Set(["test_widget_finish"]) }), widget, guarded, id);
  expect(page).toMatchObject({ name: "整页件", parts: [{ sku: "A" }] });
  expect(page.refused).toEqual({ finish: "还有底价", break: "只剩一个零件" });
  expect(JSON.stringify(page)).not.toContain("3.5");
  expect(page).not.toHaveProperty("parts.0.cost");
  expect(asked.filter((text) => text.includes("from test_widget t"))).toHaveLength(1);
  expect(asked.filter((text) => text.includes("from test_widget_part t"))).toHaveLength(1);
  expect(asked).toEqual([...new Set(asked)]);
});

it("a warning is said of what can be done, not of what is refused", async () => {
  const warned = rules(widget, {
    transitions: [
      transition(widget, "finish", { lock: parts, warn: ({ n }) => `还有${n}个零件` }),
      transition(widget, "break", { guard: () => "不能拆", warn: () => "会散架" }),
    ],
  });
  const values = { name: "警告件", kind: "a", parts: [{ sku: "A" }] };
  const { id } = await db.tx((sql) => insert(actAs(sql), widget, warned, values));
  const caller = actAs(db, { permissions: new Set(["test_widget_finish"]) });
  expect(await readPage(caller, widget, warned, id)).toMatchObject({
    refused: { break: "不能拆" },
    warned: { finish: "还有1个零件" },
  });
});
