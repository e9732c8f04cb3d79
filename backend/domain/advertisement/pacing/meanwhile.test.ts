import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { given } from "../../../../tests/given";
import { openTurns } from "../turn/turn.testing";
import { turnPacings } from "./pacing";

/* 预算节奏 (figures.md D.7): budgets that are held back, and people, rules and limits meanwhile. */

const steps = (...said: [fromHour: number, percent: number][]) =>
  said.map(([fromHour, percent]) => ({ fromHour, percent }));

let s: Awaited<ReturnType<typeof openTurns>>;
beforeAll(async () => {
  s = await openTurns("pacing", turnPacings, {
    ruleName: "留到晚上",
    steps: steps([0, 20], [8, 50], [14, 80], [20, 100]),
  });
});
afterAll(() => s.close());
beforeEach(() => s.begin());

const said = async (id: string) => (await s.changes(id)).map(({ words, status }) => `${words} ${status}`);
const budgets = () => s.inAccount("budget");

describe("what people do meanwhile stays", () => {
  test("a budget that somebody set is what is released from then on", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.turned(1);
    await s.byHand("SP-1", { way: "to", amount: "30" });
    await s.turned(2);
    await s.onPlatform({ "SP-1": { budget: "44.00" } });
    await s.turned(9);
    expect(await said(id)).toEqual(["SP-1 25.00→5.00 done", "SP-1 30.00→6.00 done", "SP-1 44.00→22.00 done"]);
    await s.turned(20);
    expect(await budgets()).toBe("44.00 10.00 40.00");
  });

  test("set at the platform at the same time, it is not overwritten", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.onPlatform({ "SP-1": { budget: "60.00" } }, false);
    await s.turned(1);
    expect(s.results(await s.read(given((await s.changes(id))[0]).id))).toEqual([["SP-1", "skipped", "已被修改为60"]]);
    // What it wanted is there already, by somebody else.
    await s.onPlatform({ "SP-1": { budget: "5.00" } }, false);
    await s.turned(2);
    expect(await s.press(id, "disable")).toMatchObject({ status: 200 });
    await s.send();
    expect(await budgets()).toBe("5.00 10.00 40.00");
  });

  test("a lost answer is no change by somebody else", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.turn(1);
    await s.standIns.control("ads", { behave: { lose: 0 } });
    await s.tell({ behave: { lose: 1, path: "/sp/campaigns" } });
    await s.send();
    expect((await s.read(given((await s.changes(id))[0]).id)).items[0]).toMatchObject({ result: "unknown" });
    await s.send();
    await s.turned(9);
    expect(await said(id)).toEqual(["SP-1 25.00→5.00 done", "SP-1 5.00→12.50 done"]);
  });

  test("percent of a budget that is held back are of all of it, and undoing gives all of it back", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.turned(1);
    const risen = await s.byHand("SP-1", { way: "up", amount: "20" });
    expect(risen.items[0]).toMatchObject({ oldValue: "5.00", baseValue: "25.00", newValue: "30.00" });
    await s.turned(8);
    expect((await said(id)).at(-1)).toBe("SP-1 30.00→15.00 done");
    const undone = async (change: string) => {
      await s.act(change, "revert");
      const back = await s.one<{ id: string }>("select id::text from ad_change where undone_id = $1", [change]);
      await s.act(back.id, "confirm");
      await s.send();
      return (await s.read(back.id)).items.map(({ oldValue, newValue }) => [oldValue, newValue]);
    };
    expect(await undone(risen.id)).toEqual([["15.00", "25.00"]]);
    await s.turned(9);
    expect(await undone(given((await s.changes(id)).at(-1)).id)).toEqual([["12.50", "25.00"]]);
    await s.turned(14);
    expect((await said(id)).slice(2)).toEqual(["SP-1 25.00→12.50 done", "SP-1 25.00→20.00 done"]);
    await s.turned(20);
    expect((await s.act(given((await s.changes(id)).at(-1)).id, "revert")).body.msg).toContain("已经是原值");
  });

  test("rules reckon with all of it too", async () => {
    await s.enabled({ campaignLike: "SP-1" });
    await s.turned(1);
    const rules = "/advertisement/adrule";
    const { body } = await s
      .as("admin")
      .send("POST", rules, {
        ruleName: "加预算",
        storeId: s.us,
        entity: "campaign",
        effect: "budgetUp",
        amount: "20",
        campaignLike: "SP-1",
        conditions: [{ groupNo: 1, metric: "value", compare: "gte", target: "25" }],
      });
    expect((await s.as("admin").act(rules, body.data.id, "trial")).status).toBe(200);
    const { id } = await s.one<{ id: string }>("select id::text from ad_rule_run order by ad_rule_run.id desc limit 1");
    const { results } = await s.as("admin").read("/advertisement/adrulerun", id);
    expect(results).toMatchObject([{ words: "SP-1", verdict: "hit", oldValue: "25.00", newValue: "30.00" }]);
  });

  test("an older change that is sent once more is not taken for the last one", async () => {
    await s.tell({ papers: { profile: "1111", partial: 1 } });
    const both = `${await s.idOf("ad_campaign", "SP-2")},${await s.idOf("ad_campaign", "SP-1")}`;
    const old = await s.made({ budgetOf: both }, { way: "up", amount: "20" });
    await s.act(old.id, "confirm");
    await s.send();
    const failed = given((await s.read(old.id)).items.find(({ result }) => result === "failed")).words;
    const other = failed === "SP-1" ? "SP-2" : "SP-1";
    const id = await s.enabled({ campaignLike: other });
    await s.turned(1);
    const [before] = await said(id);
    await s.act(old.id, "resend");
    await s.send();
    expect((await s.read(old.id)).status).toBe("done");
    await s.turned(20);
    const whole = other === "SP-1" ? "30.00" : "12.00";
    expect(before).toMatch(new RegExp(`^${other} ${whole}→`));
    expect((await said(id)).at(-1)).toMatch(new RegExp(`→${whole} done$`));
  });
});

describe("limits look at all of a budget that is held back", () => {
  test("twice a day: releasing is no rise; a person's change is compared with what there was", async () => {
    const id = await s.enabled({ campaignLike: "SP-1", steps: steps([0, 5], [8, 100]) });
    await s.turned(1);
    const one = await s.idOf("ad_campaign", "SP-1");
    expect((await s.made({ budgetOf: one }, { way: "to", amount: "50" }, [], "ads")).over).toBeNull();
    expect((await s.made({ budgetOf: one }, { way: "to", amount: "50.01" }, [], "ads")).over).toBe(
      "1行日预算一天内超过两倍",
    );
    await s.turned(8);
    expect(await said(id)).toEqual(["SP-1 25.00→1.25 done", "SP-1 1.25→25.00 done"]);
    // Whatever it took and gave, the day began with 25.
    expect((await s.made({ budgetOf: one }, { way: "to", amount: "50.01" }, [], "ads")).over).not.toBeNull();
  });

  test("a budget that the platform raised is released to its end", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.turned(1);
    await s.onPlatform({ "SP-1": { budget: "90.00" } });
    await s.turned(2);
    await s.turned(20);
    expect((await said(id)).slice(1)).toEqual(["SP-1 90.00→18.00 done", "SP-1 18.00→90.00 done"]);
  });

  test("a portfolio's month: releasing is no rise, more than there was is one", async () => {
    const one = await s.idOf("ad_campaign", "SP-1");
    await s.inPortfolio(one, "支架组合", 30, 20);
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.turned(1);
    expect((await s.made({ budgetOf: one }, { way: "to", amount: "24" }, [], "ads")).over).toBeNull();
    expect((await s.made({ budgetOf: one }, { way: "to", amount: "30" }, [], "ads")).over).toMatch(
      /^支架组合的日预算30\.00×剩余\d+天超过本月预算余额10\.00$/,
    );
    await s.turned(20);
    expect(await said(id)).toEqual(["SP-1 25.00→5.00 done", "SP-1 5.00→25.00 done"]);
    await s.db.query("update ad_campaign set portfolio_id = null where campaign_id = $1", [one]);
  });
});
