import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readAccount } from "#backend/domain/intake/ads/read-account";
import { connectorOf } from "#backend/engine/connect/connector";
import { given } from "../../../../tests/given";
import { openTurns } from "../turn/turn.testing";
import { turnDayparts } from "./daypart";

/* 分时投放 (figures.md D.7): outside of its hours campaigns are paused, within them those run again that it paused. */

let s: Awaited<ReturnType<typeof openTurns>>;
beforeAll(async () => {
  s = await openTurns("daypart", turnDayparts, { ruleName: "白天投放", fromHour: 8, toHour: 22, weekdays: [] });
});
afterAll(() => s.close());
beforeEach(() => s.begin());

const inAccount = () => s.inAccount("state");
const said = async (id: string) => (await s.changes(id)).map(({ status, toState, n }) => `${toState} ${n} ${status}`);
const PAUSED = { state: "PAUSED" };

describe("by the clock", () => {
  test("within its hours nothing happens; outside it pauses what runs, and enables the same again", async () => {
    const id = await s.enabled();
    await s.turned(12);
    expect(await s.changes(id)).toEqual([]);
    expect(await s.row(id)).toMatchObject({ lastAct: "running", message: null });
    await s.turned(22);
    expect(await said(id)).toEqual(["PAUSED 2 done"]);
    expect(await inAccount()).toBe("PAUSED PAUSED PAUSED");
    const [first] = await s.changes(id);
    expect(await s.row(id)).toMatchObject({ lastAct: "paused", lastChangeId: first?.id });
    expect(await s.read(given(first).id)).toMatchObject({ origin: "daypart", daypartId: id, toState: "PAUSED" });
    await s.turned(23);
    await s.turned(3, 15);
    expect(await said(id)).toHaveLength(1);
    await s.turned(8, 15);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 done"]);
    // What was paused before is somebody else's.
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
    await s.turned(9, 15);
    expect(await said(id)).toHaveLength(2);
    await s.turned(22, 15);
    expect((await said(id)).at(-1)).toBe("PAUSED 2 done");
  });

  test("only campaigns of its name; over midnight and on its weekdays", async () => {
    const id = await s.enabled({ campaignLike: "sp-1", fromHour: 20, toHour: 4, weekdays: ["wed"] });
    await s.turned(3, 14);
    expect(await inAccount()).toBe("PAUSED ENABLED PAUSED");
    await s.turned(20, 14);
    await s.turned(3, 15);
    expect(await said(id)).toEqual(["PAUSED 1 done", "ENABLED 1 done"]);
    await s.turned(4, 15);
    expect(await inAccount()).toBe("PAUSED ENABLED PAUSED");
    // Thursday evening is not of it.
    await s.turned(20, 15);
    expect(await inAccount()).toBe("PAUSED ENABLED PAUSED");
    await s.turned(20, 21);
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
  });

  test("hours in which nothing turned are caught up", async () => {
    const id = await s.enabled();
    await s.turned(22, 14);
    // Nothing ran all day and all night; the next turn is in the middle of hours, the one after a night later.
    await s.turned(15, 16);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 done"]);
    await s.turned(2, 18);
    expect(await inAccount()).toBe("PAUSED PAUSED PAUSED");
    // From one night into the next: what a person enabled in the day between is of another night.
    await s.onPlatform({ "SP-1": { state: "ENABLED" } });
    await s.turned(3, 19);
    expect((await said(id)).slice(2)).toEqual(["PAUSED 2 done", "PAUSED 1 done"]);
    await s.turned(9, 19);
    expect((await said(id)).at(-1)).toBe("ENABLED 2 done");
  });

  test("two stores by their own clocks", async () => {
    const { id: german } = await s.connect("广告德国", s.de, "2222");
    await s.tell({
      campaigns: [
        { profile: "2222", currency: "EUR", id: "700055", name: "SP-D", product: "SP", skus: [{ sku: "A-DE" }] },
      ],
    });
    await s.turns();
    await readAccount(s.db, await connectorOf(s.db, german));
    const us = await s.enabled();
    const de = await s.enabled({ storeId: s.de });
    // 14:07 in Los Angeles is 23:07 in Berlin.
    await s.turn(14);
    expect(await said(us)).toEqual([]);
    expect(await said(de)).toEqual(["PAUSED 1 sending"]);
    expect((await s.read(given((await s.changes(de))[0]).id)).items.map(({ words }) => words)).toEqual(["SP-D"]);
    await s.db.query("update ad_change set del_flag = 1 where daypart_id = $1", [de]);
    // 23:07 is 08:07 there.
    await s.turn(23);
    expect(await said(us)).toEqual(["PAUSED 2 sending"]);
    expect(await said(de)).toEqual([]);
  });
});

describe("what people do meanwhile stays", () => {
  test("paused by hand before, or at the same time at the platform: it is not enabled", async () => {
    const id = await s.enabled();
    await s.onPlatform({ "SP-2": PAUSED });
    // Nobody has read the account since.
    await s.onPlatform({ "SP-1": PAUSED }, false);
    await s.turned(22);
    expect(await said(id)).toEqual(["PAUSED 1 done"]);
    expect(s.results(await s.read(given((await s.changes(id))[0]).id))).toEqual([["SP-1", "ok", "平台上已经是这样"]]);
    await s.turned(8, 15);
    expect(await said(id)).toHaveLength(1);
    expect(await inAccount()).toBe("PAUSED PAUSED PAUSED");
  });

  test("enabled by hand in the night it runs on; enabled and paused again by hand it stays paused", async () => {
    const id = await s.enabled();
    await s.turned(22);
    for (const name of ["SP-1", "SP-2"]) {
      const row = await s.made({ stateOf: await s.idOf("ad_campaign", name) });
      await s.act(row.id, "confirm");
      await s.send();
    }
    await s.turned(23);
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
    const row = await s.made({ stateOf: await s.idOf("ad_campaign", "SP-2") });
    await s.act(row.id, "confirm");
    await s.send();
    await s.turned(8, 15);
    expect(await inAccount()).toBe("ENABLED PAUSED PAUSED");
    expect(await said(id)).toEqual(["PAUSED 2 done"]);
  });

  test("disabled: what it paused runs again at once, also what is still on its way", async () => {
    const id = await s.enabled();
    await s.turned(22);
    expect(await s.as("admin").del(s.api, id)).toMatchObject({ status: 409 });
    expect((await s.press(id, "disable")).status).toBe(200);
    await s.send();
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
    expect((await s.as("admin").edit(s.api, id, { ...(await s.row(id)), storeId: s.de })).body.msg).toContain(
      "不能换店铺",
    );
    // Enabled again in the same night it pauses again.
    await s.press(id, "enable");
    await s.turn(23);
    expect((await said(id)).at(-1)).toBe("PAUSED 2 sending");
    await s.press(id, "disable");
    expect(await said(id)).toHaveLength(3);
    expect((await s.as("admin").del(s.api, id)).body.msg).toContain("还在发送中");
    await s.send();
    expect((await s.as("admin").del(s.api, id)).body.msg).toContain("由它暂停，还没有重新启用");
    await s.turned(23);
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
    expect((await s.as("admin").del(s.api, id)).status).toBe(200);
  });
});

describe("what cannot be sent", () => {
  test("nothing is sent twice: while a change is on its way, it waits", async () => {
    const id = await s.enabled();
    await s.turn(22);
    await s.turn(23);
    await s.turn(8, 15);
    expect(await said(id)).toEqual(["PAUSED 2 sending"]);
    await s.send();
    await s.turned(9, 15);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 done"]);
  });

  test("without a connection it waits as a draft with its reason, and is one draft however long that takes", async () => {
    const id = await s.enabled();
    await s.db.query("update connector set enabled = false where id = $1", [s.connectorId]);
    await s.turn(22);
    await s.turn(23);
    expect(await said(id)).toEqual(["PAUSED 2 draft"]);
    expect((await s.row(id)).message).toContain("店铺没有启用的广告连接");
    // The morning comes first: what is no longer to be done is void.
    await s.turn(8, 15);
    expect(await said(id)).toEqual(["PAUSED 2 void"]);
    expect((await s.row(id)).message).toBeNull();
    await s.turn(22, 15);
    await s.db.query("update connector set enabled = true where id = $1", [s.connectorId]);
    await s.turned(23, 15);
    expect(await said(id)).toEqual(["PAUSED 2 void", "PAUSED 2 done"]);
    expect((await s.row(id)).message).toBeNull();
  });

  test("stopped: it does nothing, and a change that waits stays", async () => {
    const id = await s.enabled();
    await s.stop(true);
    await s.turn(22);
    expect(await said(id)).toEqual([]);
    await s.stop(false);
    await s.turned(23);
    await s.stop(true);
    expect((await s.press(id, "disable")).status).toBe(200);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 draft"]);
    expect((await s.row(id)).message).toBe("广告操作已在系统参数中停止");
    await s.stop(false);
    await s.turned(23);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 done"]);
  });

  test("a campaign that the account refuses is tried three times a period", async () => {
    const id = await s.enabled({ campaignLike: "SP-1" });
    for (const hour of [22, 23]) {
      await s.tell({ papers: { profile: "1111", partial: 1 } });
      await s.turned(hour);
    }
    await s.tell({ papers: { profile: "1111", partial: 1 } });
    await s.turned(1, 15);
    await s.turned(2, 15);
    expect(await said(id)).toEqual(["PAUSED 1 failed", "PAUSED 1 failed", "PAUSED 1 failed"]);
    await s.turned(22, 15);
    expect((await said(id)).at(-1)).toBe("PAUSED 1 done");
  });

  test("a portfolio's month: what it paused was there before, so enabling it is no rise; a higher budget is one", async () => {
    const one = await s.idOf("ad_campaign", "SP-1");
    await s.inPortfolio(one, "支架组合", 30, 20);
    const id = await s.enabled({ campaignLike: "SP-1" });
    await s.turned(22);
    const dearer = await s.made({ budgetOf: one }, { way: "to", amount: "30" }, [], "ads");
    expect(dearer.over).toMatch(/^支架组合的日预算30\.00×剩余\d+天超过本月预算余额10\.00$/);
    await s.turned(8, 15);
    expect(await said(id)).toEqual(["PAUSED 1 done", "ENABLED 1 done"]);
    // By hand it is one where a person paused it.
    await s.onPlatform({ "SP-1": PAUSED });
    expect((await s.made({ stateOf: one }, {}, [], "ads")).over).toContain("支架组合");
    await s.db.query("update ad_campaign set portfolio_id = null where campaign_id = $1", [one]);
  });
});

test("who may not approve may write it, and not enable it; what no hours are is refused", async () => {
  const { body } = await s.create({}, "ads");
  expect((await s.press(body.data.id, "enable", "ads")).status).toBe(403);
  expect((await s.press(body.data.id, "enable", "admin")).status).toBe(200);
  expect((await s.press(body.data.id, "disable", "ads")).status).toBe(200);
  expect((await s.create({}, "buyer")).status).toBe(403);
  expect((await s.create({ fromHour: 8, toHour: 8 })).body.msg).toContain("不能是同一点");
  expect((await s.create({ toHour: 25 })).status).toBe(400);
});
