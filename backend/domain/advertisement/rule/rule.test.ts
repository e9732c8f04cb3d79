import dayjs from "dayjs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { openChanges } from "../change/change.testing";
import { missedBy } from "./judge";
import { measured } from "./judge.testing";
import { pastOf } from "./measures";
import { runAdRules } from "./rule";

/* 自动规则 (figures.md D.7). */

describe("runs", () => {
  let s: Awaited<ReturnType<typeof openChanges>>;
  const API = "/advertisement/adrule";
  beforeAll(async () => {
    s = await openChanges();
  });
  afterAll(() => s.close());

  const rule = async (more: Record<string, unknown>, who = "admin") => {
    const answer = await s
      .as(who)
      .send("POST", API, {
        ruleName: `规则${Math.random()}`,
        storeId: s.us,
        entity: "keyword",
        windowDays: 14,
        lagDays: 3,
        effect: "bidDown",
        amount: "20",
        maxLines: 50,
        coolDays: 7,
        priority: 10,
        hour: 0,
        mode: "confirm",
        conditions: [{ groupNo: 1, metric: "clicks", compare: "gte", target: "1" }],
        ...more,
      });
    return answer;
  };
  const made = async (more: Record<string, unknown>, who = "admin"): Promise<string> => {
    const { status, body } = await rule(more, who);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data.id;
  };
  const act = (id: string, action: string, who = "admin") => s.as(who).act(API, id, action);
  const lastRun = (id: string) =>
    s.one<{
      id: string;
      outcome: string;
      looked: number;
      hits: number;
      cooling: number;
      change_id: string | null;
      message: string | null;
    }>("select * from ad_rule_run where rule_id = $1 order by id desc limit 1", [id]);
  const turn = (id: string) =>
    s.db
      .query("update ad_rule set last_run = now() - interval '2 days' where id = $1", [id])
      .then(() => runAdRules(s.db, engine));

  test("tried first: says what it would do and would have done, and changes nothing", async () => {
    const id = await made({
      entity: "campaign",
      effect: "pause",
      conditions: [{ groupNo: 1, metric: "spend", compare: "gte", target: "0.01" }],
    });
    expect((await act(id, "enable")).status).toBe(409);
    expect((await act(id, "trial")).status).toBe(200);
    const run = await lastRun(id);
    expect(run).toMatchObject({ outcome: "trial", change_id: null });
    const said = await s.as("admin").read("/advertisement/adrulerun", run.id);
    const verdicts = said.results.map(({ words, verdict }: Record<string, string>) => [words, verdict]);
    // SP-9 is paused already; reports know of no other campaigns of the account.
    expect(Object.fromEntries(verdicts)).toEqual({ "SP-1": "hit", "SP-2": "hit", "SP-9": "unfit" });
    expect(Number(said.pastSpend)).toBeLessThan(0);
    expect(await s.db.query("select count(*)::int as n from ad_change")).toEqual([{ n: 0 }]);
    await s.db.query("update ad_rule set del_flag = 1 where id = $1", [id]);
  });

  test("what it would have hit: the statement over past days decides as the rule itself does", async () => {
    const scope = { tenantId: "1", storeId: s.us, entity: "keyword", campaignLike: null } as const;
    const yesterday = s.day(1);
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            groupNo: fc.integer({ min: 1, max: 2 }),
            metric: fc.constantFrom("clicks", "conversions", "acos", "cvr", "idleDays", "value" as const),
            compare: fc.constantFrom("gte", "lte" as const),
            target: fc.integer({ min: 0, max: 60 }).map(String),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        fc.integer({ min: 1, max: 20 }),
        async (conditions, windowDays) => {
          const past = await pastOf(s.db, scope, conditions, { windowDays, lagDays: 3, yesterday });
          const rows = await s.db.query<{
            of: string;
            day: string;
            clicks: number;
            conversions: number;
            cost: number;
            sales: number;
            value: number;
          }>(
            `select k.keyword_id::text as of, f.rpt_date::text as day, f.clicks::int, f.conversions::int, f.cost::float8 as cost, f.sales::float8 as sales, k.bid::float8 as value
             from fact_ad_keyword_daily f join ad_keyword k using (keyword_id) join ad_campaign c on c.campaign_id = k.campaign_id where c.store_id = $1 and c.ad_product = 'SP'`,
            [s.us],
          );
          let hits = 0;
          for (const of of new Set(rows.map((r) => r.of))) {
            const own = rows.filter((r) => r.of === of);
            const at = (end: string) => {
              const from = dayjs(end)
                .subtract(windowDays - 1, "day")
                .format("YYYY-MM-DD");
              const within = own.filter((r) => r.day >= from && r.day <= end);
              if (!within.length) return undefined;
              const sum = (n: "clicks" | "conversions" | "cost" | "sales") => within.reduce((all, r) => all + r[n], 0);
              const [clicks, conversions, cost, sales] = [sum("clicks"), sum("conversions"), sum("cost"), sum("sales")];
              const ordered = within
                .filter((r) => r.conversions > 0)
                .map((r) => r.day)
                .sort()
                .at(-1);
              return measured({
                clicks: String(clicks),
                conversions: String(conversions),
                acos: sales ? ((cost * 100) / sales).toFixed(2) : null,
                cvr: clicks ? ((conversions * 100) / clicks).toFixed(2) : null,
                value: String(within[0]?.value),
                idleDays: String(ordered ? Math.min(windowDays, dayjs(end).diff(ordered, "day")) : windowDays),
              });
            };
            const days = Array.from({ length: 30 }, (_, i) =>
              dayjs(yesterday)
                .subtract(3 + i, "day")
                .format("YYYY-MM-DD"),
            );
            if (
              days.some((end) => {
                const m = at(end);
                return m && !missedBy(conditions, m);
              })
            )
              hits += 1;
          }
          expect(past.hits).toBe(hits);
        },
      ),
      { numRuns: 25 },
    );
  });

  test("a run makes a change that waits for somebody; what it changed cools down, another rule keeps off", async () => {
    const id = await made({ effect: "bidDown", amount: "10" });
    await act(id, "trial");
    expect((await act(id, "enable")).status).toBe(200);
    await turn(id);
    const run = await lastRun(id);
    expect(run).toMatchObject({ outcome: "made", hits: 1 });
    const change = await s.read(run.change_id ?? "");
    expect(change).toMatchObject({ origin: "rule", ruleId: id, kind: "bid", status: "draft", lineCount: 1 });
    expect(change.items.map((l) => Number(l.newValue) / Number(l.oldValue)).every((x) => x > 0.88 && x < 0.92)).toBe(
      true,
    );
    const queues = (await s.as("admin").send("GET", "/admin/desk/queues")).body.data;
    expect(queues.find((q: { label: string }) => q.label === "规则的广告操作待确认")).toMatchObject({ count: 1 });
    await turn(id);
    expect(await lastRun(id)).toMatchObject({ outcome: "none", hits: 0, cooling: 1 });
    const other = await made({ effect: "bidUp", amount: "5", priority: 20 });
    await act(other, "trial");
    expect((await s.one<{ taken: number }>("select taken from ad_rule_run where rule_id = $1", [other])).taken).toBe(1);
    await act(id, "disable");
  });

  test("sent by itself within the limits, else for approval; enabling that is for who may approve", async () => {
    await s.db.query("update ad_change set status = 'void'");
    const id = await made(
      {
        entity: "term",
        effect: "negative",
        mode: "auto",
        conditions: [{ groupNo: 1, metric: "clicks", compare: "gte", target: "1" }],
        maxLines: 1,
      },
      "ads",
    );
    await act(id, "trial", "ads");
    expect((await act(id, "enable", "ads")).body.msg).toContain("须由有规则审批权限的人启用");
    expect((await act(id, "enable")).status).toBe(200);
    await turn(id);
    const run = await lastRun(id);
    expect(run).toMatchObject({ outcome: "made", hits: 1 });
    await s.send();
    expect((await s.read(run.change_id ?? "")).status).toBe("done");
    await act(id, "disable");

    const big = await made({
      entity: "campaign",
      effect: "budgetUp",
      amount: "150",
      mode: "auto",
      conditions: [{ groupNo: 1, metric: "spend", compare: "gte", target: "0.01" }],
      campaignLike: "SP-1",
    });
    await act(big, "trial");
    await act(big, "enable");
    await turn(big);
    const grown = await lastRun(big);
    expect(grown.message).toContain("超过限额，已提交审批");
    expect((await s.read(grown.change_id ?? "")).status).toBe("auditing");
    await act(big, "disable");
  });

  test("what would fall below the least bid is no hit; a change that is refused keeps no other rule from its turn", async () => {
    await s.db.query("update ad_change set status = 'void'");
    const low = await made({ effect: "bidDown", amount: "99.5" });
    await act(low, "trial");
    const tried = await lastRun(low);
    expect(tried).toMatchObject({ outcome: "trial", hits: 0 });
    const { results } = await s.as("admin").read("/advertisement/adrulerun", tried.id);
    expect(results.map(({ why }: { why: string }) => why)).toContainEqual(
      expect.stringMatching(/^新值0\.0[01]低于0\.02$/),
    );
    await s.db.query("update ad_rule set del_flag = 1 where id = $1", [low]);

    const bids = await made({ effect: "bidDown", amount: "10", priority: 1 });
    const budgets = await made({
      entity: "campaign",
      effect: "budgetDown",
      amount: "10",
      conditions: [{ groupNo: 1, metric: "spend", compare: "gte", target: "0.01" }],
      campaignLike: "SP-2",
      priority: 2,
    });
    for (const id of [bids, budgets]) {
      await act(id, "trial");
      expect((await act(id, "enable")).status).toBe(200);
    }
    await s.db.query("update ad_rule set last_run = now() - interval '2 days' where id = any($1)", [[bids, budgets]]);
    await s.db.query("update ad_keyword set by_name = true");
    await runAdRules(s.db, engine);
    await s.db.query("update ad_keyword set by_name = false");
    expect(await lastRun(bids)).toMatchObject({ outcome: "failed", change_id: null });
    expect((await lastRun(bids)).message).toContain("还没有平台编号");
    expect(await lastRun(budgets)).toMatchObject({ outcome: "made", message: null });
    for (const id of [bids, budgets]) await act(id, "disable");
  });

  test("days of which nobody told anything end a run, and so does the switch that stops everything", async () => {
    const id = await made({
      windowDays: 60,
      lagDays: 14,
      conditions: [{ groupNo: 1, metric: "clicks", compare: "gte", target: "1" }],
    });
    await act(id, "trial");
    expect(await lastRun(id)).toMatchObject({ outcome: "incomplete" });
    await act(id, "enable");
    await s.db.query("update sys_param set value = 'true' where param_key = 'ads_stop' and tenant_id = 1");
    const before = await lastRun(id);
    await turn(id);
    expect((await lastRun(id)).id).toBe(before.id);
    await s.db.query("update sys_param set value = 'false' where param_key = 'ads_stop' and tenant_id = 1");
    await act(id, "disable");
  });

  test("three changes in a row that fail for more than a fifth disable a rule", async () => {
    const id = await made({});
    await act(id, "trial");
    await act(id, "enable");
    await s.db.query(
      `insert into ad_change (tenant_id, no, kind, origin, rule_id, status, line_count, fail_count, store_id)
       select 1, 'AO-T' || n, 'bid', 'rule', $1, 'part', 4, 1, $2 from generate_series(1, 3) n`,
      [id, s.us],
    );
    await turn(id);
    expect(await s.one("select status from ad_rule where id = $1", [id])).toEqual({ status: "disabled" });
  });

  test("what no rule can be is refused at its field", async () => {
    const fault = async (more: Record<string, unknown>) => (await rule(more)).body.msg;
    expect(await fault({ entity: "campaign", effect: "bidUp" })).toContain("所选的对象不能做这个动作");
    expect(await fault({ amount: null })).toBe("请填写数值");
    expect(await fault({ effect: "bidTarget", amount: null })).toBe("请填写目标ACOS");
    expect(await fault({ minValue: "2", maxValue: "1" })).toBe("最高不能小于最低");
    expect(await fault({ conditions: [] })).toBe("请至少填写一个条件");
    expect((await rule({}, "buyer")).status).toBe(403);
  });
});
