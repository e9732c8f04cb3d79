import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
let id: string;
let parts: { partId: string; left: number }[];

beforeAll(async () => {
  engine = await openEngine();
  await engine.db.query(
    `with s as (insert into sku (sku_code, name) values ('WORK-1', '加工件') returning id)
     insert into sku_listing (sku_id, msku, fnsku) select id, 'MW-1', 'X000000001' from s`,
  );
  const body = {
    name: "待加工",
    parts: [
      { sku: "a", qty: 3 },
      { sku: "b", qty: 2 },
    ],
  };
  ({ id } = await engine.add(body));
  parts = (await ask()).body.data.works;
});
afterAll(() => engine.close());

const ask = (who = "admin") => engine.get(who, `${id}/work/ask`);
async function work(works: object[], who = "admin") {
  const { data } = (await engine.get("admin", id)).body;
  return engine.send(who, "POST", `${id}/work`, { version: data.version, works });
}
const partAt = (index: number) => parts[index]?.partId;

describe("an action that counts rows", () => {
  it("starts from what is left, with names and codes of what is counted", async () => {
    const { data } = (await ask()).body;
    expect(data).toMatchObject({ id, version: 0, comment: "今天" });
    expect(data.works).toMatchObject([
      { left: 3, bad: 0, $skuId: "WORK-1", codes: ["WORK-1", "X000000001", "MW-1"] },
      { left: 2 },
    ]);
  });

  it("is asked only by who may do it, of rows that they see", async () => {
    expect((await ask("ads")).status).toBe(403);
    expect((await ask("promo")).status).toBe(404);
  });

  it("refuses each row beyond what is left, and rows of others", async () => {
    const refused = await work([
      { partId: partAt(0), good: 3, bad: 1 },
      { partId: "999", good: 1 },
      { partId: partAt(1), good: 2 },
    ]);
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { "works.0.good": "最多3件，填了4件", "works.1.partId": "明细不在单据中" } },
    });
    const twice = await work([
      { partId: partAt(1), good: 2 },
      { partId: partAt(1), bad: 1 },
    ]);
    expect(twice.body.fields).toEqual({ "works.1.good": "最多2件，填了3件" });
    expect((await work([{ partId: partAt(0), good: 0 }])).body.fields).toEqual({ works: "请填写加工数量" });
  });

  it("counts in parts, each one row of the history", async () => {
    expect((await work([{ partId: partAt(0), good: 2 }, { partId: partAt(1) }])).status).toBe(200);
    expect((await ask()).body.data.works).toMatchObject([{ left: 1 }, { left: 2 }]);
    const log = await engine.db.query<{ diff: object }>(
      "select diff from sys_oper_log where biz_type = 'widget' and biz_id = $1 and action = '加工'",
      [id],
    );
    expect(log).toHaveLength(1);
    expect(log[0]?.diff).toMatchObject({ works: [null, [{ $skuId: "WORK-1", good: 2, bad: 0 }]] });
  });
});
