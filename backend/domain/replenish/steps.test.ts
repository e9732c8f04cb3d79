import { afterAll, beforeAll, expect, it } from "vitest";
import { given } from "../../../tests/given";
import { type TestBackend, testBackend } from "../../../tests/harness";
import { office } from "../product/product.testing";
import { ago, goodsOf, promote, report, sell } from "./demand.testing";
import { reckonNightly } from "./replenish";

const API = "/wms/replenish";
interface ShownStep {
  label: string;
  value: string;
  says: string;
}

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
  await backend.db.query("select ensure_fact_partitions(current_date - 480, current_date)");
});
afterAll(() => backend.close());

const rowOf = async (code: string) => {
  const admin = office(backend).as("admin");
  const { body } = await admin.send("GET", `${API}/page`, undefined, { keyword: code, size: "5", current: "1" });
  const { id } = given(body.data.records[0]);
  return admin.read<{
    id: string;
    level: string;
    base: string | null;
    orderQty: number;
    leftDays: number;
    steps: ShownStep[];
  }>(API, id);
};

it("names each term of a suggestion: days left out, season, promotions, what is ahead", async () => {
  const { db } = backend;
  const goods = await goodsOf(db, "STP0001-01");
  await sell(goods, db, 90, 21, 10);
  await sell(goods, db, 20, 18, 30);
  await sell(goods, db, 17, 1, 10);
  await report(goods, db, 40, 36, 0);
  await promote(goods, db, { no: "PT-OLD", from: 20, till: 18, plan: 60, status: "reviewed" });
  await promote(goods, db, { no: "PT-NEW", from: -10, till: -14, plan: 150, status: "approved" });
  await reckonNightly(db);
  const { steps, base, leftDays } = await rowOf("STP0001-01");
  expect({ base, leftDays }).toEqual({ base: "10.0000", leftDays: 8 });
  const said = new Map(steps.map(({ label, value, says }) => [label, `${value} ${says}`]));
  expect(said.get("近期销量")).toContain("70、360、960件 ");
  expect(said.get("近期销量")).toContain("算作平常需求的是70、270、820件");
  expect(said.get("断货的天")).toContain(`5天 ${ago(40)}至${ago(36)}`);
  expect(said.get("促销：PT-OLD")).toBe(`+60件 ${ago(20)}至${ago(18)}卖90件，平常这些天约30件；这些天不计入日均`);
  expect(said.get("日均")).toContain("10、10、10件/天 ");
  expect(said.get("日均")).toContain("不计断货5天、促销3天");
  expect(said.get("走势")).toContain("0% ");
  expect(said.get("季节系数")).toContain("1 没有填写季节系数；90天以前不满12个月");
  expect(said.get("将有促销：PT-NEW")).toContain(`+100件 ${ago(-10)}至${ago(-14)}计划卖150件，平常这些天约50件`);
  // 20 days of lead, 35 by sea, 14 of safety, 30 of cover: 99 days of ten, and the promotion; 55 of them before it comes.
  expect(said.get("预测销量")).toMatch(/^1090件 从今天起99天.*其中到货前650件$/);
  expect(said.get("安全库存")).toContain("140件 ");
  expect(said.get("可用库存")).toContain("0件 ");
  expect(said.get("缺口")).toContain("440件 ");
});

it("suggests nothing of goods of which nobody knows what they sell, and says so", async () => {
  const { db } = backend;
  const goods = await goodsOf(db, "STP0002-01");
  await report(goods, db, 90, 1, 0);
  await reckonNightly(db);
  const row = await rowOf("STP0002-01");
  expect(row).toMatchObject({ level: "unknown", base: null, orderQty: 0, leftDays: 90 });
  const forecast = given(row.steps.find(({ label }) => label === "预测日销"));
  expect(forecast).toMatchObject({ value: "—", says: expect.stringContaining("近90天没有一天能正常卖") });
});

it("keeps how strong last year's weeks were until everything is reckoned again", async () => {
  const { db } = backend;
  const goods = await goodsOf(db, "STP0003-01");
  await sell(goods, db, 469, 366, 10);
  await sell(goods, db, 365, 340, 18);
  await sell(goods, db, 339, 1, 10);
  await reckonNightly(db);
  const before = await rowOf("STP0003-01");
  const season = ({ steps }: typeof before) => given(steps.find(({ label }) => label === "季节系数"));
  expect(season(before).says).toContain("按去年同一周");
  expect(Number(season(before).value)).toBeGreaterThan(1.2);
  await office(backend).as("admin").act(API, before.id, "recalculate");
  const after = await rowOf("STP0003-01");
  expect(after.base).toBe(before.base);
  expect(season(after)).toEqual(season(before));
});
