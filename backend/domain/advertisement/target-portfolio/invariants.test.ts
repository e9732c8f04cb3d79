import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { runs } from "../../../../tests/runs";
import { type Budgets, dayOf, month, openBudgets } from "./target-portfolio.testing";
import { watchBudgets } from "./watch";

let b: Budgets;
beforeAll(async () => {
  b = await openBudgets();
});
afterEach(() => b.clear());
afterAll(() => b.close());

type Step =
  | { do: "add"; portfolio: number; next: boolean; budget: number }
  | { do: "submit" | "approve" | "reject" | "withdraw" | "void" | "copyNext"; nth: number }
  | { do: "adjust"; nth: number; budget: number }
  | { do: "spend"; portfolio: number; day: number; cost: number };

const nth = fc.nat(5);
const budget = fc.integer({ min: 1, max: 60000 }).map((n) => n / 100);
const portfolio = fc.constantFrom(1, 2, 4);
const one = (name: Exclude<Step["do"], "add" | "adjust" | "spend">) => fc.record({ do: fc.constant(name), nth });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("add" as const), portfolio, next: fc.boolean(), budget }),
  fc.record({ do: fc.constant("adjust" as const), nth, budget }),
  fc.record({
    do: fc.constant("spend" as const),
    portfolio,
    day: fc.integer({ min: 1, max: 28 }),
    cost: fc.integer({ min: 0, max: 20000 }).map((n) => n / 100),
  }),
  ...(["submit", "submit", "approve", "approve", "reject", "withdraw", "void", "copyNext"] as const).map(one),
);

const ids = async () =>
  (await b.db.query<{ id: string }>("select id from target_portfolio where del_flag = 0 order by id")).map((r) => r.id);

/** One step as somebody would take it; what is refused is refused. */
async function take(s: Step): Promise<void> {
  if (s.do === "spend") return void (await b.spend(s.portfolio, dayOf(month(), s.day), s.cost));
  if (s.do === "add") {
    const more = { yearMonth: month(s.next ? 1 : 0), budgetAmount: s.budget.toFixed(2) };
    const answer = await b.as("ads").send("POST", "/advertisement/targetportfolio", b.form(s.portfolio, more));
    return void expect([200, 400]).toContain(answer.status);
  }
  const all = await ids();
  const id = all[s.nth % (all.length || 1)];
  if (!id) return;
  const [decider] = await b.candidates("target_portfolio", id);
  const who = s.do === "approve" || s.do === "reject" ? (decider?.username ?? "exec") : "ads";
  const body = { reason: "测试", comment: "测试", ...("budget" in s && { budgetAmount: s.budget.toFixed(2) }) };
  const answer = await b.act(id, s.do, body, who);
  expect([200, 400, 403, 409], JSON.stringify(answer.body)).toContain(answer.status);
}

/** What must hold of all living budgets at any time (market.md 6.4). */
async function check() {
  await watchBudgets(b.db);
  const wrong = await b.db.query(
    `select t.id, 'weeks' as what from target_portfolio t join target_portfolio_week w
         on w.target_portfolio_id = t.id and w.del_flag = 0
       where t.del_flag = 0 group by t.id having sum(w.amount) <> t.budget_amount
     union all
     select t.id, 'spend' from target_portfolio t where t.del_flag = 0 and t.status not in ('void', 'closed')
       and t.actual_spend <> coalesce((select sum(f.cost) from fact_ad_campaign_daily f
         join ad_campaign c using (campaign_id) where c.portfolio_id = t.portfolio_id
           and to_char(f.rpt_date, 'YYYYMM') = t.year_month), 0)
     union all
     select min(t.id), 'live' from target_portfolio t where t.del_flag = 0 and t.status <> 'void'
       group by t.portfolio_id, t.year_month having count(*) > 1
     union all
     select t.id, 'prior' from target_portfolio t
       where t.del_flag = 0 and (t.prior_budget > 0) <> (t.prior is not null)
         or t.del_flag = 0 and t.prior_budget > 0 and t.status <> 'auditing'
     union all
     select g.id, 'group' from ops_group g join target_portfolio t on t.group_id = g.id and t.del_flag = 0
         and t.status in ('approved', 'closed')
       group by g.id, t.year_month having sum(t.budget_usd) > g.monthly_ad_budget`,
  );
  expect(wrong).toEqual([]);
}

test("weeks add up, spend is that of the facts, one live budget, no group over its limit", () =>
  fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        for (const s of steps) await take(s);
        await check();
      })
      .afterEach(() => b.clear()),
    { numRuns: runs(3), endOnFailure: true },
  ));

test("budgets approved at once do not spend the group's budget twice; created at once, one lives", async () => {
  const made = await Promise.all(
    [1, 1, 2, 4].map((p) =>
      b.as("ads").send("POST", "/advertisement/targetportfolio", b.form(p, { budgetAmount: "600" })),
    ),
  );
  expect(made.map((m) => m.status).sort()).toEqual([200, 200, 200, 400]);
  const all = await ids();
  for (const id of all) expect((await b.act(id, "submit")).status).toBe(200);
  for (let round = 0; round < 4; round++)
    await Promise.all(
      all.map(async (id) => {
        const [next] = await b.candidates("target_portfolio", id);
        if (next) await b.act(id, "approve", {}, next.username);
      }),
    );
  const states = await b.db.query<{ status: string }>(
    "select status from target_portfolio where del_flag = 0 order by status",
  );
  expect(states.map((s) => s.status)).toEqual(["approved", "auditing", "auditing"]);
  await check();
});
