import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
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
});
afterAll(() => db.close());

const finish = (id: string, trusted: boolean) =>
  db.tx((sql) => perform(actAs(sql), widget, id, "finish", { comment: "好" }, { trusted }));
const stateOf = async (id: string) =>
  (await db.one<{ state: string }>("select life_state as state from test_widget where id = $1", [id]))?.state;

it("who is trusted needs no permission, and still cannot do what the state forbids", async () => {
  const { id } = await db.tx((sql) => insert(actAs(sql), widget, {}, { name: "可信件", kind: "a" }));
  await expect(finish(id, false)).rejects.toMatchObject({ status: 403, message: "当前操作没有权限" });
  expect(await stateOf(id)).toBe("draft");
  expect(await finish(id, true)).toEqual({ id, version: 1 });
  expect(await stateOf(id)).toBe("done");
  await expect(finish(id, true)).rejects.toMatchObject({ status: 409, message: "完成状态不能完成" });
});
