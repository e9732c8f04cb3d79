import { afterAll, beforeAll, expect, it } from "vitest";
import { addOne, editOne } from "#backend/engine/documents/calls/writes";
import type { RuleValues } from "#backend/engine/documents/rules";
import type { Database } from "#backend/platform/db/sql";
import { warehouse } from "#documents/base/warehouse";
import { actAs } from "../../../tests/acting";
import { testDatabase } from "../../../tests/harness";
import { warehouseRules } from "./warehouse";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const permissions = new Set(["wms_warehouse_edit"]);
const newStore = async (name: string) =>
  (await db.one<{ id: string }>("insert into store (store_code, store_name) values ($1, $1) returning id", [name]))?.id;
const add = (values: RuleValues) =>
  db.tx((sql) => addOne(actAs(sql), warehouse, warehouseRules, { kind: "fba", ...values }));
const edit = (id: string, values: RuleValues) =>
  db.tx((sql) => editOne(actAs(sql, { permissions }), warehouse, warehouseRules, id, undefined, values));

it("a warehouse moves to a store that has none yet", async () => {
  const [first, second, third] = await Promise.all(["甲店", "乙店", "丙店"].map(newStore));
  const { id } = await add({ code: "FBA-T1", name: "甲仓", storeId: first });
  await add({ code: "FBA-T2", name: "乙仓", storeId: second });
  await expect(edit(id, { storeId: second })).rejects.toThrow("该店铺已有FBA仓");
  expect(await edit(id, { storeId: third })).toEqual({ id, version: 1 });
  expect(await db.one("select store_id from warehouse where id = $1", [id])).toEqual({ store_id: third });
});
