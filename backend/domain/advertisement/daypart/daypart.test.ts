import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { readAccount } from "#backend/domain/intake/ads/read-account";
import { connectorOf } from "#backend/engine/connect/connector";
import { given } from "../../../../tests/given";
import { openChanges } from "../change/change.testing";
import { turnDayparts } from "./daypart";

/* 分时投放 (figures.md D.7): outside of its hours campaigns are paused, within them those run again that it paused. */

const API = "/advertisement/addaypart";
let s: Awaited<ReturnType<typeof openChanges>>;
beforeAll(async () => {
  s = await openChanges();
});
afterAll(() => s.close());

/** Everything is as the account began: SP-1 and SP-2 run, SP-9 is paused, no daypart is left. */
beforeEach(async () => {
  await s.db.query("update ad_daypart set del_flag = 1; update outbox set status = 'done'");
  await s.db.query(
    "update ad_change set del_flag = 1; update sys_param set value = 'false' where param_key = 'ads_stop'",
  );
  await onPlatform({ "SP-1": "ENABLED", "SP-2": "ENABLED", "SP-9": "PAUSED" });
});

/** Somebody sets campaigns at the platform itself; the account is read afterwards. */
async function onPlatform(states: Record<string, string>, read = true) {
  const { campaign } = await s.account();
  const all = { "SP-1": "700001", "SP-2": "700002", "SP-9": "700009" };
  const told = Object.entries(all).flatMap(([name, id]) =>
    states[name] ? [{ ...campaign(id), state: states[name] }] : [],
  );
  await s.tell({ campaigns: told });
  if (read) await readAccount(s.db, await connectorOf(s.db, s.connectorId));
}
const inAccount = async () => {
  const { campaign } = await s.account();
  return ["700001", "700002", "700009"].map((id) => campaign(id).state ?? "ENABLED").join(" ");
};
const create = (more: object, who = "admin") =>
  s.as(who).send("POST", API, { ruleName: "白天投放", storeId: s.us, fromHour: 8, toHour: 22, weekdays: [], ...more });
async function enabled(more: object = {}): Promise<string> {
  const { status, body } = await create(more);
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect((await act(body.data.id, "enable")).status).toBe(200);
  return body.data.id;
}
const act = (id: string, action: string, who = "admin") => s.as(who).act(API, id, action);
const read = (id: string) => s.as("admin").read(API, id);
/** The hourly turn at an hour of Los Angeles in winter, `day` of January 2026; 12 is a Monday. */
const clock = (hour: number, day = 14) => new Date(Date.UTC(2026, 0, day, hour + 8, 7));
const turn = (hour: number, day = 14) => turnDayparts(s.db, engine, clock(hour, day));
const turned = async (hour: number, day = 14) => {
  await turn(hour, day);
  await s.send();
};
const changes = (id: string) =>
  s.db.query<{ id: string; status: string; toState: string; n: number; from: string }>(
    `select id::text as id, status, to_state as "toState", line_count as n, daypart_from::text as "from" from ad_change
     where daypart_id = $1 and del_flag = 0 order by ad_change.id`,
    [id],
  );
const said = async (id: string) => (await changes(id)).map(({ status, toState, n }) => `${toState} ${n} ${status}`);
const stop = (value: boolean) =>
  s.db.query("update sys_param set value = $1 where param_key = 'ads_stop'", [String(value)]);

describe("by the clock", () => {
  test("within its hours nothing happens; outside it pauses what runs, and enables the same again", async () => {
    const id = await enabled();
    await turned(12);
    expect(await changes(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ lastAct: "running", message: null });
    await turned(22);
    expect(await said(id)).toEqual(["PAUSED 2 done"]);
    expect(await inAccount()).toBe("PAUSED PAUSED PAUSED");
    const [first] = await changes(id);
    expect(await read(id)).toMatchObject({ lastAct: "paused", lastChangeId: first?.id });
    expect(await s.read(given(first).id)).toMatchObject({ origin: "daypart", daypartId: id, toState: "PAUSED" });
    await turned(23);
    await turned(3, 15);
    expect(await said(id)).toHaveLength(1);
    await turned(8, 15);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 done"]);
    // What was paused before is somebody else's.
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
    await turned(9, 15);
    expect(await said(id)).toHaveLength(2);
    await turned(22, 15);
    expect((await said(id)).at(-1)).toBe("PAUSED 2 done");
  });

  test("only campaigns of its name; over midnight and on its weekdays", async () => {
    const id = await enabled({ campaignLike: "sp-1", fromHour: 20, toHour: 4, weekdays: ["wed"] });
    await turned(3, 14);
    expect(await inAccount()).toBe("PAUSED ENABLED PAUSED");
    await turned(20, 14);
    await turned(3, 15);
    expect(await said(id)).toEqual(["PAUSED 1 done", "ENABLED 1 done"]);
    await turned(4, 15);
    expect(await inAccount()).toBe("PAUSED ENABLED PAUSED");
    // Thursday evening is not of it.
    await turned(20, 15);
    expect(await inAccount()).toBe("PAUSED ENABLED PAUSED");
    await turned(20, 21);
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
  });

  test("hours in which nothing turned are caught up", async () => {
    const id = await enabled();
    await turned(22, 14);
    // Nothing ran all day and all night; the next turn is in the middle of hours, the one after a night later.
    await turned(15, 16);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 done"]);
    await turned(2, 18);
    expect(await inAccount()).toBe("PAUSED PAUSED PAUSED");
    // From one night into the next: what a person enabled in the day between is of another night.
    await onPlatform({ "SP-1": "ENABLED" });
    await turned(3, 19);
    expect((await said(id)).slice(2)).toEqual(["PAUSED 2 done", "PAUSED 1 done"]);
    await turned(9, 19);
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
    const us = await enabled();
    const de = await enabled({ storeId: s.de });
    // 14:07 in Los Angeles is 23:07 in Berlin.
    await turn(14);
    expect(await said(us)).toEqual([]);
    expect(await said(de)).toEqual(["PAUSED 1 sending"]);
    expect((await s.read(given((await changes(de))[0]).id)).items.map(({ words }) => words)).toEqual(["SP-D"]);
    await s.db.query("update ad_change set del_flag = 1 where daypart_id = $1", [de]);
    // 23:07 is 08:07 there.
    await turn(23);
    expect(await said(us)).toEqual(["PAUSED 2 sending"]);
    expect(await said(de)).toEqual([]);
  });
});

describe("what people do meanwhile stays", () => {
  test("paused by hand before, or at the same time at the platform: it is not enabled", async () => {
    const id = await enabled();
    await onPlatform({ "SP-2": "PAUSED" });
    // Nobody has read the account since.
    await onPlatform({ "SP-1": "PAUSED" }, false);
    await turned(22);
    expect(await said(id)).toEqual(["PAUSED 1 done"]);
    expect(s.results(await s.read(given((await changes(id))[0]).id))).toEqual([["SP-1", "ok", "平台上已经是这样"]]);
    await turned(8, 15);
    expect(await said(id)).toHaveLength(1);
    expect(await inAccount()).toBe("PAUSED PAUSED PAUSED");
  });

  test("enabled by hand in the night it runs on; enabled and paused again by hand it stays paused", async () => {
    const id = await enabled();
    await turned(22);
    for (const name of ["SP-1", "SP-2"]) {
      const row = await s.made({ stateOf: await s.idOf("ad_campaign", name) });
      await s.act(row.id, "confirm");
      await s.send();
    }
    await turned(23);
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
    const row = await s.made({ stateOf: await s.idOf("ad_campaign", "SP-2") });
    await s.act(row.id, "confirm");
    await s.send();
    await turned(8, 15);
    expect(await inAccount()).toBe("ENABLED PAUSED PAUSED");
    expect(await said(id)).toEqual(["PAUSED 2 done"]);
  });

  test("disabled: what it paused runs again at once, also what is still on its way", async () => {
    const id = await enabled();
    await turned(22);
    expect(await s.as("admin").del(API, id)).toMatchObject({ status: 409 });
    expect((await act(id, "disable")).status).toBe(200);
    await s.send();
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
    expect((await s.as("admin").edit(API, id, { ...(await read(id)), storeId: s.de })).body.msg).toContain(
      "不能换店铺",
    );
    // Enabled again in the same night it pauses again.
    await act(id, "enable");
    await turn(23);
    expect((await said(id)).at(-1)).toBe("PAUSED 2 sending");
    await act(id, "disable");
    expect(await said(id)).toHaveLength(3);
    expect((await s.as("admin").del(API, id)).body.msg).toContain("还在发送中");
    await s.send();
    expect((await s.as("admin").del(API, id)).body.msg).toContain("由它暂停，还没有重新启用");
    await turned(23);
    expect(await inAccount()).toBe("ENABLED ENABLED PAUSED");
    expect((await s.as("admin").del(API, id)).status).toBe(200);
  });
});

describe("what cannot be sent", () => {
  test("nothing is sent twice: while a change is on its way, it waits", async () => {
    const id = await enabled();
    await turn(22);
    await turn(23);
    await turn(8, 15);
    expect(await said(id)).toEqual(["PAUSED 2 sending"]);
    await s.send();
    await turned(9, 15);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 done"]);
  });

  test("without a connection it waits as a draft with its reason, and is one draft however long that takes", async () => {
    const id = await enabled();
    await s.db.query("update connector set enabled = false where id = $1", [s.connectorId]);
    await turn(22);
    await turn(23);
    expect(await said(id)).toEqual(["PAUSED 2 draft"]);
    expect((await read(id)).message).toContain("店铺没有启用的广告连接");
    // The morning comes first: what is no longer to be done is void.
    await turn(8, 15);
    expect(await said(id)).toEqual(["PAUSED 2 void"]);
    expect((await read(id)).message).toBeNull();
    await turn(22, 15);
    await s.db.query("update connector set enabled = true where id = $1", [s.connectorId]);
    await turned(23, 15);
    expect(await said(id)).toEqual(["PAUSED 2 void", "PAUSED 2 done"]);
    expect((await read(id)).message).toBeNull();
  });

  test("stopped: it does nothing, and a change that waits stays", async () => {
    const id = await enabled();
    await stop(true);
    await turn(22);
    expect(await said(id)).toEqual([]);
    await stop(false);
    await turned(23);
    await stop(true);
    expect((await act(id, "disable")).status).toBe(200);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 draft"]);
    expect((await read(id)).message).toBe("广告操作已在系统参数中停止");
    await stop(false);
    await turned(23);
    expect(await said(id)).toEqual(["PAUSED 2 done", "ENABLED 2 done"]);
  });

  test("a campaign that the account refuses is tried three times a period", async () => {
    const id = await enabled({ campaignLike: "SP-1" });
    for (const hour of [22, 23]) {
      await s.tell({ papers: { profile: "1111", partial: 1 } });
      await turned(hour);
    }
    await s.tell({ papers: { profile: "1111", partial: 1 } });
    await turned(1, 15);
    await turned(2, 15);
    expect(await said(id)).toEqual(["PAUSED 1 failed", "PAUSED 1 failed", "PAUSED 1 failed"]);
    await turned(22, 15);
    expect((await said(id)).at(-1)).toBe("PAUSED 1 done");
  });

  test("a portfolio's month: what it paused was there before, so enabling it is no rise; a higher budget is one", async () => {
    const one = await s.idOf("ad_campaign", "SP-1");
    await s.db.query(
      `insert into ad_portfolio (id, portfolio_id, name, store_id, state) values (77, 'PF-77', '支架组合', $1, 'ENABLED')`,
      [s.us],
    );
    await s.db.query("update ad_campaign set portfolio_id = 77 where campaign_id = $1", [one]);
    await s.db.query(
      `insert into target_portfolio (tenant_id, no, year_month, portfolio_id, status, live_key, budget_amount, actual_spend, target_acos,
         currency) select 1, 'GGYS-T', to_char(now() at time zone 'Asia/Shanghai', 'YYYYMM'), 77, 'approved',
         '77/' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMM'), 30, 20, 20, 'USD'`,
    );
    const id = await enabled({ campaignLike: "SP-1" });
    await turned(22);
    const dearer = await s.made({ budgetOf: one }, { way: "to", amount: "30" }, [], "ads");
    expect(dearer.over).toMatch(/^支架组合的日预算30\.00×剩余\d+天超过本月预算余额10\.00$/);
    await turned(8, 15);
    expect(await said(id)).toEqual(["PAUSED 1 done", "ENABLED 1 done"]);
    // By hand it is one where a person paused it.
    await onPlatform({ "SP-1": "PAUSED" });
    expect((await s.made({ stateOf: one }, {}, [], "ads")).over).toContain("支架组合");
    await s.db.query("update ad_campaign set portfolio_id = null where campaign_id = $1", [one]);
  });
});

test("who may not approve may write it, and not enable it; what no hours are is refused", async () => {
  const { body } = await create({}, "ads");
  expect((await act(body.data.id, "enable", "ads")).status).toBe(403);
  expect((await act(body.data.id, "enable", "admin")).status).toBe(200);
  expect((await act(body.data.id, "disable", "ads")).status).toBe(200);
  expect((await create({}, "buyer")).status).toBe(403);
  expect((await create({ fromHour: 8, toHour: 8 })).body.msg).toContain("不能是同一点");
  expect((await create({ toHour: 25 })).status).toBe(400);
});
