import { afterAll, beforeAll, expect, test } from "vitest";
import { today } from "#backend/platform/values";
import type { WorkQueue } from "#documents/kit";
import { API, type Budgets, month, openBudgets } from "./target-portfolio/target-portfolio.testing";

/* Next month's budgets that nobody has made (company.md 3.4): told from the 20th on, made where they are told. */

let b: Budgets;
beforeAll(async () => {
  b = await openBudgets();
});
afterAll(() => b.close());

const LATE = Number(today().slice(8)) >= 20;
const UNMADE = LATE ? "due" : "open";
const PORTFOLIOS = "/advertisement/adportfolio";

const get = async (path: string, params: Record<string, string> = {}, who = "ads") => {
  const { status, body } = await b.as(who).send("GET", path, undefined, params);
  return status === 200 ? body.data : `${status} ${body.msg}`;
};
const stateOf = async (id: number) => (await get(`${PORTFOLIOS}/${id}`)).nextBudget;
const waiting = async (who = "ads") => {
  const queues: WorkQueue[] = await get("/admin/desk/queues", {}, who);
  return queues.find(({ label }) => label === "下月预算待编制");
};

test("portfolios without a budget of the next month wait for whoever plans them, as many as the list has", async () => {
  const found = await waiting();
  expect(found).toMatchObject({ query: { state: "ENABLED", nextBudget: "due" }, late: 0, count: LATE ? 3 : 0 });
  expect((await get(`${PORTFOLIOS}/page`, found?.query)).total).toBe(found?.count);
  const { records } = await get(`${PORTFOLIOS}/page`, { nextBudget: UNMADE });
  const days = records.map((r: { id: string; budgetDue: string | null }) => [r.id, r.budgetDue?.slice(0, 7) ?? null]);
  const due = LATE ? today().slice(0, 7) : null;
  expect(days).toEqual(["1", "2", "4"].map((id) => [id, due]));
  expect(await waiting("exec"), "who approves them makes none").toBeUndefined();
  await b.db.query("update ad_portfolio set state = 'PAUSED' where id = 4");
  expect(await waiting()).toMatchObject({ count: LATE ? 2 : 0 });
});

test("it starts as this month's is, and waits until it is made, not until it is approved", async () => {
  expect(await get(`${API}/prefill`, { portfolioId: "2" })).toMatchObject({
    portfolioId: "2",
    portfolioName: "组合2",
    yearMonth: month(1),
  });
  await b.running(1, { budgetAmount: "310", targetAcos: "22" });
  const start = await get(`${API}/prefill`, { portfolioId: "1" });
  expect(start).toMatchObject({ yearMonth: month(1), budgetAmount: "310.00", targetAcos: "22.00", warnRate: "80.00" });
  expect(await stateOf(1)).toBe(UNMADE);

  const { id } = await b.add(1, { yearMonth: month(1) });
  expect(await stateOf(1)).toBe("draft");
  expect((await get(`${PORTFOLIOS}/1`)).refused).toEqual({ plan: "该组合下月已有预算" });
  expect(await get(`${API}/prefill`, { portfolioId: "1" })).toBe("409 该组合下月已有预算");
  await b.act(id, "void", { reason: "重做" });
  expect(await stateOf(1)).toBe(UNMADE);

  const again = await b.add(1, { yearMonth: month(1) });
  await b.act(again.id, "submit");
  expect(await stateOf(1)).toBe("auditing");
  await b.approve(again.id);
  expect(await stateOf(1)).toBe("approved");
  expect(await get(`${API}/prefill`, { portfolioId: "3" }), "of another department").toMatch(/^40[34] /);
});
