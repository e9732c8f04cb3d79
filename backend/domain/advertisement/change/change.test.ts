import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChangeRow, openChanges } from "./change.testing";

/* 广告操作 (figures.md D.7): what is ticked is confirmed, sent by the outbox and answered item by item. */

let s: Awaited<ReturnType<typeof openChanges>>;
beforeAll(async () => {
  s = await openChanges();
});
afterAll(() => s.close());

const messageOf = async (answer: Promise<{ status: number; body: { msg: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.msg}`;
};

test("an account is read: budgets, states, bids and groups are as it says", async () => {
  expect(
    await s.db.query(
      `select campaign_name as name, state, daily_budget::text as budget, targeting_type as targeting
       from ad_campaign where told_time is not null order by 1`,
    ),
  ).toEqual([
    { name: "SP-1", state: "ENABLED", budget: "25.00", targeting: "manual" },
    { name: "SP-2", state: "ENABLED", budget: "10.00", targeting: "auto" },
    { name: "SP-9", state: "PAUSED", budget: "40.00", targeting: "manual" },
  ]);
  expect(await s.one("select state, bid::text from ad_keyword where keyword_text = 'led lamp'")).toEqual({
    state: "PAUSED",
    bid: "0.60",
  });
  expect(await s.one("select count(*)::int as n from ad_group")).toEqual({ n: 3 });
});

test("what reports say later does not undo what the account said", async () => {
  await s.db.query("update ad_campaign set daily_budget = 99 where campaign_name = 'SP-1'");
  await s.plan();
  await s.turns(4);
  expect(await s.one("select daily_budget::text as budget from ad_campaign where campaign_name = 'SP-1'")).toEqual({
    budget: "99.00",
  });
  await s.db.query("update ad_campaign set daily_budget = 25 where campaign_name = 'SP-1'");
});

test("bids: by percent and by hand, with the effect in money; confirmed, sent once, and so in the account", async () => {
  const ids = [await s.idOf("ad_keyword", "phone stand"), await s.idOf("ad_keyword", "desk lamp")];
  const row = await s.made({ bidOf: ids.join() }, { way: "up", amount: "20", cause: "转化好" }, [undefined, "1.10"]);
  const lines = Object.fromEntries(row.items.map((l) => [l.words, [l.oldValue, l.newValue]]));
  expect(lines).toEqual({ "phone stand": ["0.75", "0.90"], "desk lamp": ["1.00", "1.10"] });
  const spend = Object.fromEntries(row.items.map((l) => [l.words, Number(l.spendDay)]));
  expect(Number(row.effectDay)).toBeCloseTo((spend["phone stand"] ?? 0) * 0.2 + (spend["desk lamp"] ?? 0) * 0.1, 1);
  expect(row).toMatchObject({ kind: "bid", lineCount: 2, currency: "USD", over: null, status: "draft" });
  expect((await s.act(row.id, "confirm")).status).toBe(200);
  expect((await s.read(row.id)).status).toBe("sending");
  await s.send();
  const done = await s.read(row.id);
  expect([done.status, done.okCount]).toEqual(["done", 2]);
  const { keyword } = await s.account();
  expect([keyword("800001").bid, keyword("800091").bid]).toEqual(["0.90", "1.10"]);
  expect(await s.db.query("select bid::text from ad_keyword where keyword_id = any($1) order by bid", [ids])).toEqual([
    { bid: "0.90" },
    { bid: "1.10" },
  ]);
});

test("taken back: a change of its own, of what is still as it was made", async () => {
  const id = await s.idOf("ad_keyword", "desk lamp");
  const row = await s.made({ bidOf: id }, { way: "to", amount: "1.30" });
  await s.act(row.id, "confirm");
  await s.send();
  const { status, body } = await s.act(row.id, "revert");
  expect(status).toBe(200);
  const back = await s.one<{ id: string; no: string }>("select id::text, no from ad_change where undone_id = $1", [
    row.id,
  ]);
  expect(body.data).toMatchObject({ madeId: back.id, no: back.no });
  const undo = await s.read(back.id);
  expect(undo).toMatchObject({ origin: "undo", status: "draft", items: [{ oldValue: "1.30", newValue: "1.10" }] });
  expect(await messageOf(s.act(row.id, "revert"))).toBe(`409 已有撤销它的广告操作${undo.no}`);
  await s.act(undo.id, "confirm");
  await s.send();
  expect((await s.account()).keyword("800091").bid).toBe("1.10");
});

test("what the platform changed meanwhile is skipped, not overwritten; one refused line leaves the others", async () => {
  const ids = [await s.idOf("ad_keyword", "phone stand"), await s.idOf("ad_keyword", "desk lamp")];
  const row = await s.made({ bidOf: ids.join() }, { way: "to", amount: "1.05" });
  const { campaign } = await s.account();
  const nine = campaign("700009");
  const words = nine.keywords.map((k: { id: string }) => (k.id === "800091" ? { ...k, bid: "2.22" } : k));
  await s.tell({ campaigns: [{ ...nine, keywords: words }], papers: { profile: "1111", partial: 1 } });
  await s.act(row.id, "confirm");
  await s.send();
  const read = await s.read(row.id);
  expect(read).toMatchObject({ status: "failed", okCount: 0, skipCount: 1, failCount: 1 });
  expect(Object.fromEntries(s.results(read).map(([word, ...rest]) => [word, rest]))).toEqual({
    "phone stand": ["failed", "Entity is locked by another change"],
    "desk lamp": ["skipped", "已被修改为2.22"],
  });
  expect((await s.account()).keyword("800091").bid).toBe("2.22");
  // Sent again, the refused one goes through; the skipped one stays skipped.
  expect((await s.act(row.id, "resend")).status).toBe(200);
  await s.send();
  expect(await s.read(row.id)).toMatchObject({ status: "part", okCount: 1, skipCount: 1, failCount: 0 });
  expect((await s.account()).keyword("800001").bid).toBe("1.05");
});

test("a lost answer: what was done is found in the account, and nothing is sent twice", async () => {
  const term = await s.idOf("ad_term", "phone stand cheap");
  const row = await s.made({ negateOf: term });
  expect(row).toMatchObject({ kind: "negative", match: "NEGATIVE_EXACT", items: [{ newState: "ENABLED" }] });
  await s.act(row.id, "confirm");
  // The listing is answered, the change itself is done and its answer lost.
  await s.standIns.control("ads", { behave: { lose: 0 } });
  await s.tell({ behave: { lose: 1, path: "/sp/negativeKeywords" } });
  await s.send();
  expect((await s.read(row.id)).items[0]).toMatchObject({ result: "unknown" });
  await s.send();
  expect(await s.read(row.id)).toMatchObject({ status: "done", okCount: 1 });
  expect((await s.account()).campaign("700001").negatives).toHaveLength(1);
  const list = await s
    .as("admin")
    .send("GET", "/advertisement/adterm/page", undefined, { taken: "negative", size: "10" });
  expect(list.body.data.records.map((r: { searchTerm: string }) => r.searchTerm)).toEqual(["phone stand cheap"]);
  expect(await messageOf(s.start({ negateOf: term }))).toBe("409 “phone stand cheap”已在该广告组否定");

  await s.act(row.id, "revert");
  const back = await s.one<{ id: string }>("select id::text from ad_change where undone_id = $1", [row.id]);
  await s.act(back.id, "confirm");
  await s.send();
  expect(await s.read(back.id)).toMatchObject({ status: "done", items: [{ newState: "ARCHIVED", result: "ok" }] });
  expect((await s.account()).campaign("700001").negatives[0].state).toBe("ARCHIVED");
});

test("a search term becomes a keyword of its own, with what was paid for a click", async () => {
  const term = await s.idOf("ad_term", "desk lamp cheap");
  const { cpc } = await s.one<{ cpc: string }>(
    `select round(sum(cost) / sum(clicks) * 1.1, 2)::text as cpc from fact_ad_term_daily
     where term_id = $1 and rpt_date > (select max(rpt_date) from fact_ad_term_daily) - 14`,
    [term],
  );
  const row = await s.made({ createOf: term }, { way: "up", amount: "10" });
  expect(row.items[0]).toMatchObject({ oldValue: null, newValue: cpc });
  await s.act(row.id, "confirm");
  await s.send();
  expect(await s.read(row.id)).toMatchObject({ status: "done" });
  const { keywords } = (await s.account()).campaign("700009");
  expect(keywords.at(-1)).toMatchObject({ text: "desk lamp cheap", match: "EXACT", bid: cpc });
  expect(await messageOf(s.start({ createOf: term }))).toBe("409 “desk lamp cheap”已在该活动精准投放");

  // Taken back, it is paused: nobody archives what people may want again.
  await s.act(row.id, "revert");
  const back = await s.one<{ id: string }>("select id::text from ad_change where undone_id = $1", [row.id]);
  expect(await s.read(back.id)).toMatchObject({ kind: "state", toState: "PAUSED" });
  await s.act(back.id, "confirm");
  await s.send();
  expect((await s.account()).campaign("700009").keywords.at(-1)).toMatchObject({
    text: "desk lamp cheap",
    state: "PAUSED",
  });
});

test("budgets and states: sums before and after, and what is over the limits is for who may approve", async () => {
  const [one, nine] = [await s.idOf("ad_campaign", "SP-1"), await s.idOf("ad_campaign", "SP-9")];
  const row = await s.made({ budgetOf: `${one},${nine}` }, { way: "to", amount: "30" }, [], "ads");
  // A campaign that is paused spends nothing, whatever its budget.
  expect(row).toMatchObject({ budgetBefore: "25.00", budgetAfter: "30.00", over: null });
  const big = await s.made({ budgetOf: one }, { way: "to", amount: "60" }, [], "ads");
  expect(big.over).toBe("1行日预算一天内超过两倍");
  expect(await messageOf(s.act(big.id, "confirm", "ads"))).toBe("409 超过限额，请提交审批：1行日预算一天内超过两倍");
  expect((await s.act(big.id, "ask", "ads")).status).toBe(200);
  expect((await s.act(big.id, "approve", "ads")).status).toBe(403);
  expect((await s.act(big.id, "approve", "admin")).status).toBe(200);
  await s.send();
  expect((await s.read(big.id)).status).toBe("done");
  // The first one was worked out when the budget was another.
  expect(await messageOf(s.act(row.id, "confirm", "ads"))).toBe("409 “SP-1”现在是60.00，不是25.00，请编辑后重新保存");
  // Half of twice: within a day it counts from where the day began.
  const again = await s.made({ budgetOf: one }, { way: "to", amount: "80" }, [], "ads");
  expect(again.over).toBe("1行日预算一天内超过两倍");

  const paused = await s.made({ stateOf: one }, {}, [], "ads");
  expect(paused).toMatchObject({ toState: "PAUSED", budgetBefore: "60.00", budgetAfter: "0.00" });
  await s.act(paused.id, "confirm", "ads");
  await s.send();
  expect((await s.account()).campaign("700001").state).toBe("PAUSED");
});

test("what was changed is told on its day, at the listings that the campaign advertises", async () => {
  const { no } = await s.one<{ no: string }>("select no from ad_change where kind = 'budget' and status = 'done'");
  const events = async (msku: string) => {
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const asked = { msku, storeId: s.us, dayFrom: day, dayTo: day, size: "5" };
    const answer = await s.as("admin").send("GET", "/cockpit/performanceday/page", undefined, asked);
    return answer.body.data.records[0].events;
  };
  expect(await events("B-US")).toContain(`广告预算1项（${no}）`);
  expect(await events("C-US")).toBeNull();
});

test("a portfolio's month: enabling a campaign that its budget cannot bear is for who may approve", async () => {
  const nine = await s.idOf("ad_campaign", "SP-9");
  await s.inPortfolio(nine, "灯具组合", 30, 20);
  const row = await s.made({ stateOf: nine }, {}, [], "ads");
  expect(row.over).toMatch(/^灯具组合的日预算40\.00×剩余\d+天超过本月预算余额10\.00$/);
  expect((await s.act(row.id, "ask", "ads")).status).toBe(200);
  expect((await s.act(row.id, "back", "admin", { reason: "等下月" })).status).toBe(200);
  expect((await s.read(row.id)).status).toBe("draft");
});

test("limits that nobody may pass, and what cannot be changed at all", async () => {
  const word = await s.idOf("ad_keyword", "desk lamp");
  const refused = async (...args: Parameters<typeof s.draft>) => messageOf(s.draft(...args));
  expect(await refused({ bidOf: word }, { way: "to", amount: "0.01" })).toBe("400 竞价不能低于0.02");
  expect(await refused({ bidOf: word }, {})).toBe("400 请填写“方式”和“数值”，或在这一行“单独改为”");
  expect(await refused({ bidOf: word }, { way: "down", amount: "100" })).toBe("400 降低的百分比须小于100");
  const over = await s.made({ bidOf: word }, { way: "up", amount: "60" });
  expect(over.over).toBe("1行竞价变动超过50%");
  const dear = await s.made({ bidOf: word }, { way: "to", amount: "11" });
  expect(dear.over).toBe("1行竞价超过10；1行竞价变动超过50%");
  const brand = await s.idOf("ad_campaign", "SB-3");
  expect(await messageOf(s.start({ budgetOf: brand }))).toBe("409 “SB-3”属于SB，只能调整SP广告");
  expect((await s.start({ bidOf: "999999999" })).status).toBe(404);
  // A form that names a campaign of nobody is refused, whatever it says.
  const form = (await s.start({ bidOf: word })).body.data;
  const forged = { ...form, way: "up", amount: "5", items: [{ ...form.items[0], campaignId: "1", keywordId: word }] };
  const saved = await s.as("admin").send("POST", "/advertisement/adchange", forged);
  expect([
    saved.status,
    saved.status === 200 ? (await s.read(saved.body.data.id)).items[0]?.campaignId : null,
  ]).not.toEqual([200, "1"]);
});

test("roles: operations may change what its group advertises, buyers nothing, and everything can be stopped", async () => {
  const word = await s.idOf("ad_keyword", "phone stand");
  expect((await s.start({ bidOf: word }, "buyer")).status).toBe(403);
  const row = await s.made({ bidOf: word }, { way: "up", amount: "5" });
  await s.db.query("update sys_param set value = 'true' where param_key = 'ads_stop' and tenant_id = 1");
  expect(await messageOf(s.act(row.id, "confirm"))).toBe("409 广告操作已在系统参数中停止");
  await s.db.query("update sys_param set value = 'false' where param_key = 'ads_stop' and tenant_id = 1");
  await s.act(row.id, "confirm");
  await s.db.query("update sys_param set value = 'true' where param_key = 'ads_stop' and tenant_id = 1");
  await s.send();
  expect((await s.read(row.id)).status).toBe("sending");
  await s.db.query("update sys_param set value = 'false' where param_key = 'ads_stop' and tenant_id = 1");
  await s.tell({ papers: { profile: "1111", throttle: 1, retryAfter: 60 } });
  await s.send(2);
  const done: ChangeRow = await s.read(row.id);
  expect(done.status).toBe("done");
});
