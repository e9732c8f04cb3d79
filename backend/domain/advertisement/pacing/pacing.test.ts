import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { given } from "../../../../tests/given";
import { openTurns } from "../turn/turn.testing";
import { turnPacings } from "./pacing";
import { percentAt } from "./turn";

/* 预算节奏 (figures.md D.7): of a day's budget campaigns have by each hour the share that is released. */

const steps = (...said: [fromHour: number | null, percent: number | null][]) =>
  said.map(([fromHour, percent]) => ({ fromHour, percent }));
const DAY = steps([0, 20], [8, 50], [14, 80], [20, 100]);

let s: Awaited<ReturnType<typeof openTurns>>;
beforeAll(async () => {
  s = await openTurns("pacing", turnPacings, { ruleName: "留到晚上", steps: DAY });
});
afterAll(() => s.close());
beforeEach(() => s.begin());

const said = async (id: string) => (await s.changes(id)).map(({ words, status }) => `${words} ${status}`);
const budgets = () => s.inAccount("budget");
describe("what is no plan of a day is refused where it is not", () => {
  test.each([
    [steps(), "请至少填写两段"],
    [steps([0, 100]), "请至少填写两段"],
    [steps([1, 20], [8, 100]), "第一段须从0点开始"],
    [steps([0, 20], [8, 50], [8, 100]), "须晚于上一段的开始"],
    [steps([0, 20], [8, 20], [9, 100]), "须大于上一段的百分比"],
    [steps([0, 20], [8, 90]), "最后一段须为100%"],
  ])("%j: %s", async (plan, message) => {
    const { status, body } = await s.create({ steps: plan });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  });

  test("hours and percents beyond a day, and steps that lack one", async () => {
    for (const plan of [
      steps([0, 20], [24, 100]),
      steps([0, 0], [8, 100]),
      steps([0, 20], [8, 101]),
      steps([0, 20], [null, 100]),
    ])
      expect((await s.create({ steps: plan })).status).toBe(400);
  });

  test("a step lasts until the next one", () => {
    const plan = [
      { fromHour: 0, percent: 20 },
      { fromHour: 8, percent: 100 },
    ].map((step, i) => ({ ...step, id: String(i), version: 0, lineNo: i + 1 }));
    expect([0, 7, 8, 23].map((hour) => percentAt(plan, hour))).toEqual([20, 20, 100, 100]);
  });
});

describe("by the clock", () => {
  test("a day: the share of each hour, all of it in the evening, and the next day anew", async () => {
    const id = await s.enabled();
    expect(await s.row(id)).toMatchObject({ plan: "0点20% 8点50% 14点80% 20点100%", nowPercent: null });
    await s.turned(0);
    expect(await said(id)).toEqual(["SP-1 25.00→5.00 SP-2 10.00→2.00 done"]);
    expect(await budgets()).toBe("5.00 2.00 40.00");
    const first = given((await s.changes(id))[0]).id;
    expect(await s.row(id)).toMatchObject({ nowPercent: 20, lastChangeId: first, message: null });
    expect(await s.read(first)).toMatchObject({ origin: "pacing", pacingId: id, kind: "budget", over: null });
    expect((await s.read(first)).items.map(({ baseValue }) => baseValue)).toEqual(["25.00", "10.00"]);
    // Twice in an hour, and in the next one of the same step, there is nothing to do.
    await s.turned(0);
    await s.turned(7);
    await s.turned(8);
    await s.turned(8);
    await s.turned(14);
    await s.turned(19);
    await s.turned(20);
    await s.turned(23);
    await s.turned(0, 15);
    expect(await said(id)).toEqual([
      "SP-1 25.00→5.00 SP-2 10.00→2.00 done",
      "SP-1 5.00→12.50 SP-2 2.00→5.00 done",
      "SP-1 12.50→20.00 SP-2 5.00→8.00 done",
      "SP-1 20.00→25.00 SP-2 8.00→10.00 done",
      "SP-1 25.00→5.00 SP-2 10.00→2.00 done",
    ]);
  });

  test("hours in which nothing turned are caught up, whatever they were", async () => {
    const id = await s.enabled();
    await s.turned(1);
    await s.turned(15, 16);
    await s.turned(9, 18);
    expect(await said(id)).toEqual([
      "SP-1 25.00→5.00 SP-2 10.00→2.00 done",
      "SP-1 5.00→20.00 SP-2 2.00→8.00 done",
      "SP-1 20.00→12.50 SP-2 8.00→5.00 done",
    ]);
  });

  test("rounded down, at least what may be spent a day, never more than there was", async () => {
    await s.onPlatform({
      "SP-1": { budget: "33.33" },
      "SP-2": { budget: "1.90" },
      "SP-9": { state: "ENABLED", budget: "0.60" },
    });
    const id = await s.enabled();
    await s.turned(9);
    expect(await said(id)).toEqual(["SP-1 33.33→16.66 SP-2 1.90→1.00 done"]);
    await s.turned(21);
    expect(await budgets()).toBe("33.33 1.90 0.60");
  });

  test("only campaigns of its name that run; one that is enabled later joins, one that is paused waits", async () => {
    const id = await s.enabled({ campaignLike: "sp-9" });
    await s.turned(9);
    expect(await said(id)).toEqual([]);
    await s.onPlatform({ "SP-9": { state: "ENABLED" } });
    await s.turned(10);
    await s.onPlatform({ "SP-9": { state: "PAUSED" } });
    await s.turned(14);
    expect(await budgets()).toBe("25.00 10.00 20.00");
    await s.onPlatform({ "SP-9": { state: "ENABLED" } });
    await s.turned(15);
    expect(await said(id)).toEqual(["SP-9 40.00→20.00 done", "SP-9 20.00→32.00 done"]);
  });
});

describe("letting go", () => {
  test("disabled: what it holds is given back, what somebody set since stays; deleted after that", async () => {
    const id = await s.enabled();
    await s.turned(1);
    await s.byHand("SP-2", { way: "to", amount: "7" });
    await s.onPlatform({ "SP-1": { state: "PAUSED" } });
    expect(await s.as("admin").del(s.api, id)).toMatchObject({ status: 409 });
    expect((await s.press(id, "disable")).status).toBe(200);
    expect(await s.row(id)).toMatchObject({ nowPercent: null });
    expect((await s.as("admin").del(s.api, id)).body.msg).toContain("还在发送中");
    await s.send();
    expect(await budgets()).toBe("25.00 7.00 40.00");
    expect((await said(id)).at(-1)).toBe("SP-1 5.00→25.00 done");
    const moved = await s.as("admin").edit(s.api, id, { ...(await s.row(id)), storeId: s.de });
    expect(moved.body.msg).toContain("不能换店铺");
    expect((await s.as("admin").del(s.api, id)).status).toBe(200);
  });

  test("disabled while it is being sent: given back an hour later; until then it is not deleted", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.turn(1);
    await s.press(id, "disable");
    await s.send();
    expect((await s.as("admin").del(s.api, id)).body.msg).toContain("“SP-1”的日预算由它设置，还没有恢复");
    await s.turned(2);
    expect(await said(id)).toEqual(["SP-1 25.00→5.00 done", "SP-1 5.00→25.00 done"]);
    await s.turned(3);
    expect(await said(id)).toHaveLength(2);
  });

  test("a campaign that is called otherwise is let go, while the others go on", async () => {
    const id = await s.enabled({ campaignLike: "sp-" });
    await s.turned(1);
    await s.onPlatform({ "SP-1": { name: "Lamp" } });
    await s.turned(8);
    expect((await said(id)).at(-1)).toBe("Lamp 5.00→25.00 SP-2 2.00→5.00 done");
    await s.onPlatform({ "SP-1": { name: "SP-1" } });
  });
});

describe("two of one store", () => {
  test("a campaign is of one pacing: the second is not enabled, unless the first lets go", async () => {
    const first = await s.enabled({ campaignLike: "sp-1" });
    const { no } = await s.row(first);
    const second = (await s.create({ ruleName: "全部", campaignLike: "" })).body.data.id;
    const refused = await s.press(second, "enable");
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `“SP-1”已由预算节奏${no}管理：请先停用它，或改“活动名称包含”`,
    ]);
    await s.enabled({ ruleName: "别的", campaignLike: "sp-2" });
    await s.turned(1);
    expect(await budgets()).toBe("5.00 2.00 40.00");
    // Of another store it is none of this.
    await s.enabled({ ruleName: "德国", storeId: s.de });
  });

  test("two that are enabled at one time: one of them is", async () => {
    const ids = [];
    for (const ruleName of ["一", "二", "三"]) ids.push((await s.create({ ruleName })).body.data.id);
    const answers = await Promise.all(ids.map((id) => s.press(id, "enable")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("names that overlap since: the first has it, the other gives back what it held", async () => {
    const first = await s.enabled({ campaignLike: "lamp" });
    const second = await s.enabled({ campaignLike: "sp", steps: steps([0, 40], [12, 100]) });
    await s.turned(1);
    await s.onPlatform({ "SP-1": { name: "SP lamp" } });
    await s.turned(2);
    await s.turned(3);
    expect(await said(second)).toEqual(["SP-1 25.00→10.00 SP-2 10.00→4.00 done", "SP lamp 10.00→25.00 done"]);
    expect(await said(first)).toEqual(["SP lamp 25.00→5.00 done"]);
    await s.onPlatform({ "SP-1": { name: "SP-1" } });
  });
});

describe("what cannot be sent", () => {
  test("while a change is on its way it waits; the next turn does what the clock says by then", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.turn(1);
    await s.turn(8);
    expect(await said(id)).toEqual(["SP-1 25.00→5.00 sending"]);
    await s.send();
    await s.turned(9);
    expect((await said(id)).at(-1)).toBe("SP-1 5.00→12.50 done");
  });

  test("without a connection it is one draft with its reason, and void when it is no longer to be done", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.db.query("update connector set enabled = false where id = $1", [s.connectorId]);
    await s.turn(1);
    await s.turn(2);
    expect(await said(id)).toEqual(["SP-1 25.00→5.00 draft"]);
    expect((await s.row(id)).message).toContain("店铺没有启用的广告连接");
    const queue = await s
      .as("admin")
      .send("GET", "/advertisement/adchange/page", undefined, { status: "draft", origin: "rule,daypart,pacing" });
    expect(queue.body.data.records.map((row: { origin: string }) => row.origin)).toEqual(["pacing"]);
    await s.turn(8);
    expect(await said(id)).toEqual(["SP-1 25.00→5.00 void", "SP-1 25.00→12.50 draft"]);
    // Edited by a person it still knows what there was.
    const draft = given((await s.changes(id))[1]).id;
    const form = await s.read(draft);
    const items = form.items.map((line) => ({ ...line, ownValue: "8.00" }));
    await s.as("admin").edit("/advertisement/adchange", draft, { ...form, items });
    await s.db.query("update connector set enabled = true where id = $1", [s.connectorId]);
    await s.act(draft, "confirm");
    await s.send();
    expect(await budgets()).toBe("8.00 10.00 40.00");
    await s.turned(14);
    expect((await said(id)).at(-1)).toBe("SP-1 8.00→20.00 done");
    expect((await s.row(id)).message).toBeNull();
  });

  test("stopped: it does nothing", async () => {
    const id = await s.enabled();
    await s.stop(true);
    await s.turn(1);
    expect(await said(id)).toEqual([]);
    await s.stop(false);
    await s.turned(2);
    await s.stop(true);
    await s.press(id, "disable");
    expect((await said(id)).at(-1)).toBe("SP-1 5.00→25.00 SP-2 2.00→10.00 draft");
    expect((await s.row(id)).message).toBe("广告操作已在系统参数中停止");
    await s.stop(false);
    await s.turned(3);
    expect(await budgets()).toBe("25.00 10.00 40.00");
  });

  test("a campaign that the account refuses is tried three times a step, and said", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    for (const hour of [0, 1, 2, 3, 4]) {
      await s.tell({ papers: { profile: "1111", partial: 1 } });
      await s.turned(hour);
    }
    expect(await said(id)).toEqual(Array.from({ length: 3 }, () => "SP-1 25.00→5.00 failed"));
    expect((await s.row(id)).message).toBe("“SP-1”等1个活动在这一段失败了3次，请在广告操作中处理");
    await s.tell({ papers: { profile: "1111", partial: 0 } });
    await s.turned(8);
    expect((await said(id)).at(-1)).toBe("SP-1 25.00→12.50 done");
    expect((await s.row(id)).message).toBeNull();
  });
});

test("campaigns of another company are nobody's here", async () => {
  await s.db.query(
    `insert into ad_campaign (campaign_id, tenant_id, store_id, profile_id, targeting_type, campaign_name, ad_product, state, daily_budget)
     values (990001, 2, $1, '1111', 'manual', 'SP-1 of others', 'SP', 'ENABLED', 50)`,
    [s.us],
  );
  const id = await s.enabled({ campaignLike: "SP-1" });
  await s.turned(1);
  expect(await said(id)).toEqual(["SP-1 25.00→5.00 done"]);
  expect(await s.one("select daily_budget::text as budget from ad_campaign where campaign_id = 990001")).toEqual({
    budget: "50.00",
  });
  await s.db.query("delete from ad_campaign where campaign_id = 990001");
});

test("who may not approve may write it, and not enable it; others may not read it", async () => {
  const { body } = await s.create({}, "ads");
  expect((await s.press(body.data.id, "enable", "ads")).status).toBe(403);
  expect((await s.press(body.data.id, "enable")).status).toBe(200);
  expect((await s.press(body.data.id, "disable", "ads")).status).toBe(200);
  expect((await s.create({}, "buyer")).status).toBe(403);
});
