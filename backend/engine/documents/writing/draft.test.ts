import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { ruleBook } from "../book";
import { readWhole } from "../reading/row";
import { syncTables } from "../tables/table";
import { widget } from "../widget.testing";
import { rules } from "../written";
import { createDraft } from "./draft";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await syncTables(db, [widget]);
});
afterAll(() => db.close());

it("a draft has the defaults of its declaration, follows its rules and tells who made it", async () => {
  const own = rules(widget, {
    async beforeSave(_c, next) {
      next.note = `按规则：${next.name}`;
    },
  });
  const c = { ...actAs(db), ...ruleBook([widget], { widget: own }) };
  const { id } = await createDraft(c, widget, { name: "由他单", parts: [{ sku: "A" }] });
  expect(await readWhole(c, widget, id)).toMatchObject({
    name: "由他单",
    kind: "a",
    qty: 1,
    note: "按规则：由他单",
    lifeState: "draft",
    parts: [{ sku: "A", qty: 1 }],
  });
  const told = await db.query("select action, operator from sys_oper_log where biz_type = 'widget' and biz_id = $1", [
    id,
  ]);
  expect(told).toEqual([{ action: "新增", operator: "系统管理员" }]);
});
