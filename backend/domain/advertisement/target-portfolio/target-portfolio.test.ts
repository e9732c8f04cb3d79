import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { API, type Budgets, dayOf, month, openBudgets } from "./target-portfolio.testing";
import { watchBudgets } from "./watch";

let b: Budgets;
beforeAll(async () => {
  b = await openBudgets();
});
afterEach(() => b.clear());
afterAll(() => b.close());

const refused = async (portfolio: number, more: object) =>
  (await b.as("ads").send("POST", API, b.form(portfolio, more))).body.msg;

test("what a budget works out: store, group, currency, aims, weeks by days", async () => {
  const { id } = await b.add(2, { yearMonth: "209902", budgetAmount: "1000.01" });
  const row = await b.read(id);
  expect(row).toMatchObject({
    storeName: "亚马逊德国1店",
    groupName: "运营1组",
    currency: "EUR",
    ownerName: "夏知秋",
    targetSales: "4000.04",
    targetRoas: "4.0000",
    warnRate: "80.00",
    warnState: "normal",
    usageRate: "0.00",
    actualAcos: null,
    forecastSpend: null,
    status: "draft",
    revision: 1,
  });
  // 2099-02-01 is a Sunday: the first week has one day.
  const weeks = row.weeks.map((w: Record<string, string>) => [w.weekNo, w.startDate, w.endDate, w.amount]);
  expect(weeks).toEqual([
    [1, "2099-02-01", "2099-02-01", "35.71"],
    [2, "2099-02-02", "2099-02-08", "250.00"],
    [3, "2099-02-09", "2099-02-15", "250.00"],
    [4, "2099-02-16", "2099-02-22", "250.00"],
    [5, "2099-02-23", "2099-02-28", "214.30"],
  ]);
  expect(row.no).toMatch(/^GGYS\d{10}$/);
});

test("guards of saving", async () => {
  expect(await refused(1, { yearMonth: month(-1) })).toBe("月份不能早于当前月份");
  expect(await refused(1, { yearMonth: "202613" })).toBe("月份要像2026-06这样填写");
  expect(await refused(1, { budgetAmount: "0" })).toBe("月预算不能小于0.01");
  expect(await refused(1, { targetAcos: "0.5" })).toBe("目标ACOS不能小于1");
  expect(await refused(3, {}), "of another department").toBe("广告组合不存在");
  // Its campaigns went to another group, and who it belongs to is not worked out yet.
  const belongs = "update ad_portfolio set group_id = $1, dept_id = g.dept_id from ops_group g";
  const giveTo = (group: number) => b.db.query(`${belongs} where ad_portfolio.id = 3 and g.id = $1`, [group]);
  await giveTo(1);
  expect(await refused(3, {}), "no campaign of the own department").toBe("广告组合没有您可见的广告活动，不能设置预算");
  await giveTo(21);
  const weeks = [
    { startDate: "2099-01-01", endDate: "2099-01-15", amount: "200" },
    { startDate: "2099-01-16", endDate: "2099-01-31", amount: "110" },
  ];
  const january = (change: object) =>
    refused(1, { yearMonth: "209901", weeks: [weeks[0], { ...weeks[1], ...change }] });
  expect(await january({ amount: "110.01" })).toBe("周预算合计须等于月预算");
  for (const gap of [{ startDate: "2099-01-17" }, { endDate: "2099-01-30" }])
    expect(await january(gap)).toBe("周预算的起止日期须首尾相接，正好覆盖整月");
  expect(await january({})).toBeNull();
  expect(await refused(1, { yearMonth: "209901" })).toBe("该组合本月已有预算");
});

test("a void budget frees its month; only who answers for a budget submits it", async () => {
  const { id } = await b.add(1);
  expect((await b.act(id, "submit", {}, "admin")).body.msg).toBe("只能提交本人负责的单据");
  expect((await b.act(id, "void", { reason: "重做" }, "admin")).status).toBe(200);
  expect((await b.act(id, "submit")).status).toBe(409);
  await b.add(1);
});

test("the group's budget in dollars: at submit and at approval, euros by the month's rate", async () => {
  await b.running(1, { budgetAmount: "700" });
  const euros = await b.add(2, { budgetAmount: "280" });
  const usd = Number((await b.read(euros.id)).budgetUsd);
  expect(usd).toBeGreaterThan(300);
  expect((await b.act(euros.id, "submit")).body.msg).toBe("超出小组广告预算，剩余 300.00（USD，按当月汇率折算）");
  await b.as("ads").edit(API, euros.id, { budgetAmount: "200", weeks: [] });
  expect((await b.act(euros.id, "submit")).status).toBe(200);
  const [first] = await b.candidates("target_portfolio", euros.id);
  await b.db.query("update ops_group set monthly_ad_budget = 800 where id = 1");
  const answer = await approveTillTheEnd(euros.id);
  expect(answer.body.msg).toBe("超出小组广告预算，剩余 100.00（USD，按当月汇率折算）");
  expect((await b.read(euros.id)).status).toBe("auditing");
  await b.db.query("update ops_group set monthly_ad_budget = 1000 where id = 1");
  await b.approve(euros.id);
  expect((await b.read(euros.id)).status, first?.username).toBe("approved");
});

test("whoever decides is told what is left of the group's month, nobody else, and nothing where none is set", async () => {
  await b.running(1, { budgetAmount: "700" });
  const { id } = await b.add(2, { budgetAmount: "200" });
  expect((await b.act(id, "submit")).status).toBe(200);
  const usd = Number((await b.read(id)).budgetUsd);
  const flow = await b.db.one<{ id: string }>("select max(id)::text as id from act_instance where biz_id = $1", [id]);
  const [first] = await b.candidates("target_portfolio", id);
  const told = async (who = first?.username ?? "") => {
    const { status, body } = await b.as(who).send("GET", `/act/instance/${flow?.id}`);
    expect(status).toBe(200);
    return body.data.budget;
  };
  const set = (limit: number | null) => b.db.query("update ops_group set monthly_ad_budget = $1 where id = 1", [limit]);
  const after = (limit: number) => (limit - 700 - usd).toFixed(2);
  const at = { of: "小组", month: dayOf(month(), 1).slice(0, 7), currency: "USD" };
  expect(await told()).toEqual({ ...at, left: "300.00", after: after(1000) });
  expect(await told("ads"), "who asked decides nothing").toBeNull();
  await set(800);
  expect(await told(), "more than is left").toEqual({ ...at, left: "100.00", after: after(800) });
  await set(null);
  expect(await told()).toBeNull();
  await set(1000);
});

/** Approves until a decision is refused, and answers that. */
async function approveTillTheEnd(id: string) {
  for (;;) {
    const [next] = await b.candidates("target_portfolio", id);
    const answer = await b.act(id, "approve", {}, next?.username);
    if (answer.status !== 200) return answer;
  }
}

test("use, forecast and warnings follow the facts; the owner is told once of each state", async () => {
  const id = await b.running(1, { budgetAmount: "100" });
  const told = async () =>
    (
      await b.db.query<{ title: string }>("select title from sys_notification where biz_path like $1 order by id", [
        `%id=${id}&%`,
      ])
    ).map((n) => n.title.replace(/GGYS\d+/, ""));
  const states: unknown[] = [];
  for (const cost of [79.99, 80, 85, 100, 100.01, 120, 90]) {
    await b.spend(1, dayOf(month(), 1), cost, 200);
    await watchBudgets(b.db);
    const { warnState, usageRate, actualAcos, actualSpendUsd } = await b.read(id);
    states.push(warnState);
    expect(Number(usageRate)).toBeCloseTo(cost, 2);
    expect(Number(actualAcos)).toBeCloseTo(cost / 2, 1);
    expect(Number(actualSpendUsd)).toBe(cost);
  }
  expect(states).toEqual(["normal", "warn", "warn", "warn", "over", "over", "warn"]);
  // Days of the month that are over where the store sells.
  const here = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format();
  const passed = here.slice(0, 7).replace("-", "") === month() ? Number(here.slice(8)) - 1 : 0;
  const days = new Date(Number(here.slice(0, 4)), Number(month().slice(4)), 0).getDate();
  const { forecastSpend } = await b.read(id);
  if (passed) expect(Number(forecastSpend)).toBeCloseTo((90 / passed) * days, 2);
  else expect(forecastSpend).toBeNull();
  expect(await told()).toEqual(["广告预算达到预警线", "广告预算已超支"]);
  const list = await b.as("ads").send("GET", `${API}/page`, undefined, { warnState: "warn" });
  expect(list.body.data.records.map((r: { id: string }) => r.id)).toEqual([id]);
});

test("an adjustment is approved again; until then, and when it is rejected, the old budget counts", async () => {
  const id = await b.running(1, { budgetAmount: "310" });
  await b.spend(1, dayOf(month(), 2), 150);
  const why = { reason: "旺季加投" };
  const adjust = (budgetAmount: string) => b.act(id, "adjust", { budgetAmount, ...why });
  expect((await b.act(id, "adjust", { budgetAmount: "400" })).body.msg).toBe("请填写调整原因");
  expect((await adjust("149.99")).body.msg).toBe("调整后预算不能低于已花费");
  expect((await adjust("1000.01")).body.msg).toBe("超出小组广告预算，剩余 1000.00（USD，按当月汇率折算）");
  await watchBudgets(b.db);
  const before = await b.read(id);
  expect((await adjust("150")).status).toBe(200);
  expect(await b.read(id)).toMatchObject({ status: "auditing", budgetAmount: "150.00", usageRate: "48.39" });
  const [leader] = await b.candidates("target_portfolio", id);
  await b.act(id, "reject", { comment: "不同意" }, leader?.username);
  const after = await b.read(id);
  const same = ["status", "budgetAmount", "budgetUsd", "targetSales", "priorBudget", "usageRate"];
  for (const name of same) expect(after[name], name).toBe(before[name]);
  expect(after.weeks.map((w: { amount: string }) => w.amount)).toEqual(
    before.weeks.map((w: { amount: string }) => w.amount),
  );
  await b.act(id, "adjust", { budgetAmount: "620", targetAcos: "50", ...why });
  await b.approve(id);
  expect(await b.read(id)).toMatchObject({
    status: "approved",
    budgetAmount: "620.00",
    priorBudget: "0.00",
    targetSales: "1240.00",
    usageRate: "24.19",
    revision: 3,
    adjustReason: "旺季加投",
  });
});

test("copied to the next month as drafts, once; ended on the 3rd of the month after", async () => {
  const id = await b.running(1);
  const copy = () => b.as("ads").send("POST", `${API}/batch/copyNext`, { ids: [id] });
  expect((await copy()).body.data).toMatchObject([{ ok: true }]);
  expect((await copy()).body.data).toMatchObject([{ ok: false, msg: "该组合本月已有预算" }]);
  const next = await b.as("ads").send("GET", `${API}/page`, undefined, { yearMonth: month(1) });
  expect(next.body.data.records).toMatchObject([{ status: "draft", budgetAmount: "310.00" }]);
  await b.db.query("update target_portfolio set year_month = $2 where id = $1", [id, month(-2)]);
  await b.spend(1, dayOf(month(-2), 28), 33);
  await watchBudgets(b.db);
  expect(await b.read(id)).toMatchObject({ status: "closed", actualSpend: "33.00" });
  const facts = await b.db.query(
    "select operator, action from sys_oper_log where biz_type = 'target_portfolio' and biz_id = $1 order by id desc limit 1",
    [id],
  );
  expect(facts).toEqual([{ operator: "系统", action: "自动结束" }]);
});

test("who sees what: own group, own department, everything", async () => {
  await b.running(1);
  const other = await b.as("admin").add(API, b.form(3));
  const seen = async (who: string) => (await b.as(who).send("GET", `${API}/page`)).body.data.total;
  expect(await Promise.all(["admin", "ads", "ops", "ops_manager_eu1"].map(seen))).toEqual([2, 1, 1, 1]);
  expect((await b.as("ads").send("GET", `${API}/${other.id}`)).body.msg).toBe("单据不存在");
  await watchBudgets(b.db);
  const portfolios = async (who: string) =>
    (await b.as(who).send("GET", "/advertisement/adportfolio/options")).body.data.length;
  expect(await Promise.all(["admin", "ads", "ops", "ops_manager_eu1"].map(portfolios))).toEqual([4, 3, 3, 1]);
  const sums = (await b.as("admin").send("GET", `${API}/page`)).body.data;
  const total = sums.records.reduce((n: number, r: { budgetUsd: string }) => n + Number(r.budgetUsd), 0);
  expect(Number(sums.summary.budgetUsd)).toBeCloseTo(total, 2);
});

test("weeks of a month that was moved into a file say nothing, not 0", async () => {
  const { id } = await b.add(2);
  const spent = async () => new Set((await b.read(id)).weeks.map((w: { actual: string | null }) => w.actual));
  expect(await spent()).toEqual(new Set(["0.00"]));
  await b.db.query(
    `insert into archived_month (table_name, month, rows, file, sha256)
     values ('fact_ad_campaign_daily', to_date($1, 'YYYYMM'), 0, '', '')`,
    [month()],
  );
  expect(await spent()).toEqual(new Set([null]));
  await b.db.query("delete from archived_month");
});
