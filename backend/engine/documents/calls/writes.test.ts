import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { syncTables } from "../tables/table";
import { widget } from "../widget.testing";
import { insert } from "../writing/write";
import { rules, transition } from "../written";
import { removeOne } from "./writes";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await syncTables(db, [widget]);
});
afterAll(() => db.close());

it("a deletion locks what comes first before its own row", async () => {
  const { id } = await insert(actAs(db), widget, {}, { name: "待删件", kind: "a" });
  const steps: string[] = [];
  const note = async (step: string) => {
    const free = await db.query("select id from test_widget where id = $1 for key share skip locked", [id]);
    steps.push(`${step}: ${free.length ? "free" : "kept"}`);
  };
  const own = rules(widget, {
    transitions: [
      transition(widget, "del", {
        lockFirst: (_c, first) => note(`first ${first === id}`),
        async lock() {
          await note("then");
          return {};
        },
      }),
    ],
  });
  const permissions = new Set(["test_widget_del"]);
  await db.tx((sql) => removeOne(actAs(sql, { permissions }), widget, own, id, 0));
  expect(steps).toEqual(["first true: free", "then: kept"]);
  const left = await db.query("select del_flag from test_widget where id = $1", [id]);
  expect(left).toEqual([{ del_flag: 1 }]);
});
