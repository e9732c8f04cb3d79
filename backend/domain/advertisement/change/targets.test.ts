import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { given } from "../../../../tests/given";
import { runAdRules } from "../rule/rule";
import { type ChangeRow, openChanges } from "./change.testing";

/* 广告操作 on targets (figures.md D.7): sent by calls of their own, beside keywords of the same change. */

let s: Awaited<ReturnType<typeof openChanges>>;
const clause = (type: string, value?: string) => [{ type, ...(value && { value }) }];
beforeAll(async () => {
  s = await openChanges();
  const { campaign } = await s.account();
  await s.tell({
    campaigns: [
      {
        ...campaign("700002"),
        targets: [
          { id: "600001", expression: clause("QUERY_HIGH_REL_MATCHES"), bid: "0.80" },
          { id: "600002", expression: clause("ASIN_SUBSTITUTE_RELATED"), bid: "0.60" },
        ],
      },
      {
        ...campaign("700001"),
        // The number of its keyword, too.
        targets: [
          { id: "800001", expression: clause("ASIN_SAME_AS", "B0AAAAAAA1"), bid: "0.70" },
          { id: "600003", expression: clause("ASIN_EXPANDED_FROM", "B0BBBBBBB1") },
        ],
      },
    ],
  });
  await s.readAgain();
  await s.plan();
  await s.turns(4);
});
afterAll(() => s.close());

const word = (text: string) => s.idOf("ad_keyword", text);
const ids = async (...texts: string[]) => (await Promise.all(texts.map(word))).join();
const bidsOf = async (of: string) =>
  (
    await s.db.query<{ bid: string }>("select bid::text from ad_keyword where keyword_id = any($1) order by 1", [
      of.split(","),
    ])
  ).map(({ bid }) => bid);
const resultsOf = (row: ChangeRow) => Object.fromEntries(s.results(row).map(([text, ...rest]) => [text, rest]));
const sent = async (row: ChangeRow) => {
  expect((await s.act(row.id, "confirm")).status).toBe(200);
  await s.send();
  return s.read(row.id);
};
const undoOf = async (row: ChangeRow) => {
  expect((await s.act(row.id, "revert")).status).toBe(200);
  const { id } = await s.one<{ id: string }>("select id::text from ad_change where undone_id = $1", [row.id]);
  return s.read(id);
};

test("keywords and targets of one change: two requests, each line its own result, the same number twice", async () => {
  const of = await ids("phone stand", "ASIN B0AAAAAAA1", "紧密匹配");
  const row = await s.made({ bidOf: of }, { way: "to", amount: "0.90" }, []);
  expect(row).toMatchObject({ kind: "bid", lineCount: 3, over: null });
  // Those that are sent first: the keyword, and of the targets the first.
  await s.tell({ papers: { profile: "1111", partial: 2 } });
  const read = await sent(row);
  expect(read).toMatchObject({ status: "part", okCount: 1, failCount: 2 });
  const failed = read.items.filter(({ result }) => result === "failed").map(({ words }) => words);
  const done = given(read.items.find(({ result }) => result === "ok"));
  expect(failed).toContain("phone stand");
  expect(done.words).not.toBe("phone stand");
  const { keyword, target } = await s.account();
  expect([keyword("800001").bid, target("800001").bid, target("600001").bid].sort()).toEqual(
    ["0.75", "0.90", done.words === "紧密匹配" ? "0.70" : "0.80"].sort(),
  );
  expect((await s.act(row.id, "resend")).status).toBe(200);
  await s.send();
  expect(await s.read(row.id)).toMatchObject({ status: "done", okCount: 3 });
  const after = await s.account();
  expect([after.keyword("800001").bid, after.target("800001").bid, after.target("600001").bid]).toEqual([
    "0.90",
    "0.90",
    "0.90",
  ]);
  expect(await bidsOf(of)).toEqual(["0.90", "0.90", "0.90"]);
  expect(after.target("600002").bid).toBe("0.60");

  const undo = await undoOf(row);
  expect(Object.fromEntries(undo.items.map((l) => [l.words, l.newValue]))).toEqual({
    "phone stand": "0.75",
    "ASIN B0AAAAAAA1": "0.70",
    紧密匹配: "0.80",
  });
  expect(await sent(undo)).toMatchObject({ status: "done", okCount: 3 });
  expect(await bidsOf(of)).toEqual(["0.70", "0.75", "0.80"]);
  expect((await s.account()).target("800001").bid).toBe("0.70");
});

test("a lost answer is looked for in the account; what was not sent yet is sent then, nothing twice", async () => {
  const of = await ids("desk lamp", "同类商品");
  const row = await s.made({ bidOf: of }, { way: "up", amount: "10" });
  await s.act(row.id, "confirm");
  await s.tell({ behave: { lose: 1, path: "/sp/targets" } });
  await s.send();
  expect(resultsOf(await s.read(row.id))).toEqual({ "desk lamp": ["ok", null], 同类商品: ["unknown", null] });
  await s.send();
  expect(await s.read(row.id)).toMatchObject({ status: "done", okCount: 2 });
  const { keyword, target } = await s.account();
  expect([keyword("800091").bid, target("600002").bid]).toEqual(["1.10", "0.66"]);

  const again = await s.made({ bidOf: of }, { way: "down", amount: "10" });
  await s.act(again.id, "confirm");
  await s.tell({ behave: { lose: 1, path: "/sp/keywords" } });
  await s.send();
  expect(resultsOf(await s.read(again.id))).toEqual({ "desk lamp": ["unknown", null], 同类商品: ["waiting", null] });
  await s.send();
  expect(await s.read(again.id)).toMatchObject({ status: "done", okCount: 2 });
  expect((await s.account()).target("600002").bid).toBe("0.59");
});

test("what the platform changed meanwhile is skipped; states go the same way, and back", async () => {
  const close = await word("紧密匹配");
  const row = await s.made({ bidOf: close }, { way: "up", amount: "25" });
  const two = (await s.account()).campaign("700002");
  const changed = (id: string, more: object) => ({
    ...two,
    targets: two.targets.map((one: { id: string }) => (one.id === id ? { ...one, ...more } : one)),
  });
  await s.tell({ campaigns: [changed("600001", { bid: "0.55" })] });
  expect(await sent(row)).toMatchObject({ status: "failed", skipCount: 1, items: [{ message: "已被修改为0.55" }] });
  expect((await s.account()).target("600001").bid).toBe("0.55");
  await s.tell({ campaigns: [two] });

  const paused = await s.made({ wordStateOf: await ids("紧密匹配", "desk lamp") });
  expect(paused).toMatchObject({ kind: "state", toState: "PAUSED", budgetBefore: null });
  expect(await sent(paused)).toMatchObject({ status: "done", okCount: 2 });
  const { keyword, target } = await s.account();
  expect([keyword("800091").state, target("600001").state, target("600002").state]).toEqual([
    "PAUSED",
    "PAUSED",
    undefined,
  ]);
  expect(await sent(await undoOf(paused))).toMatchObject({ status: "done", okCount: 2 });
  expect((await s.account()).target("600001").state).toBe("ENABLED");
});

test("without a bid of its own: no percent of it, a value needs approval and is not taken back", async () => {
  const of = await word("扩展ASIN B0BBBBBBB1");
  const refused = await s.draft({ bidOf: of }, { way: "up", amount: "10" });
  expect([refused.status, refused.body.msg]).toEqual([400, "不知道它现在的数值，请在这一行“单独改为”"]);
  const row = await s.made({ bidOf: of }, { way: "to", amount: "0.40" }, [], "ads");
  expect(row).toMatchObject({
    over: "1行原来没有单独的竞价",
    effectDay: null,
    items: [{ oldValue: null, newValue: "0.40" }],
  });
  expect((await s.act(row.id, "confirm", "ads")).status).toBe(409);
  expect((await s.act(row.id, "ask", "ads")).status).toBe(200);
  expect((await s.act(row.id, "approve")).status).toBe(200);
  await s.send();
  expect(await s.read(row.id)).toMatchObject({ status: "done", okCount: 1 });
  expect((await s.account()).target("600003").bid).toBe("0.40");
  expect((await s.act(row.id, "revert")).body.msg).toContain("没有可以改回的");
  // By now it has one.
  const more = await s.made({ bidOf: of }, { way: "up", amount: "10" });
  expect(more).toMatchObject({ over: null, items: [{ oldValue: "0.40", newValue: "0.44" }] });
});

test("a bid that somebody gave it at the platform meanwhile stands", async () => {
  const of = await word("同类商品");
  const two = (await s.account()).campaign("700002");
  const bid = (value?: string) => ({
    campaigns: [
      { ...two, targets: two.targets.map((t: { id: string }) => (t.id === "600002" ? { ...t, bid: value } : t)) },
    ],
  });
  await s.tell(bid());
  await s.readAgain();
  const row = await s.made({ bidOf: of }, { way: "to", amount: "0.50" });
  expect((await s.act(row.id, "ask")).status).toBe(200);
  await s.db.query("update ad_change set create_by = 2 where id = $1", [row.id]);
  await s.tell(bid("0.45"));
  expect((await s.act(row.id, "approve")).status).toBe(200);
  await s.send();
  expect(await s.read(row.id)).toMatchObject({ status: "failed", items: [{ message: "已被修改为0.45" }] });
  await s.tell(bid("0.60"));
  await s.readAgain();
});

test("rules look at targets as they do at keywords", async () => {
  await s.db.query("update ad_change set status = 'void' where status in ('draft', 'auditing')");
  const rule = async (more: object) => {
    const { body } = await s
      .as("admin")
      .send("POST", "/advertisement/adrule", {
        ruleName: "自动活动降价",
        storeId: s.us,
        entity: "keyword",
        windowDays: 30,
        lagDays: 3,
        effect: "bidDown",
        amount: "10",
        campaignLike: "SP-2",
        hour: 0,
        mode: "auto",
        conditions: [{ groupNo: 1, metric: "impressions", compare: "gte", target: "1" }],
        ...more,
      });
    const { id } = body.data;
    for (const action of ["trial", "enable"])
      expect((await s.as("admin").act("/advertisement/adrule", id, action)).status).toBe(200);
    await s.db.query("update ad_rule set last_run = now() - interval '2 days' where id = $1", [id]);
    await runAdRules(s.db, engine);
    await s.as("admin").act("/advertisement/adrule", id, "disable");
    const run = await s.one<{ change: string }>(
      "select change_id::text as change from ad_rule_run where rule_id = $1 order by id desc limit 1",
      [id],
    );
    await s.send();
    return s.read(run.change);
  };
  const down = await rule({});
  expect(down).toMatchObject({ status: "done", origin: "rule" });
  const lines = new Map(down.items.map((l) => [l.words, l]));
  expect([...lines.keys()].sort()).toEqual(["同类商品", "紧密匹配"].sort());
  expect(lines.get("紧密匹配")).toMatchObject({ oldValue: "0.80", newValue: "0.72", result: "ok" });
  expect((await s.account()).target("600001").bid).toBe("0.72");
  const paused = await rule({ effect: "pause", amount: null, coolDays: 0, campaignLike: "SP-1" });
  expect(paused.items.map((l) => [l.words, l.newState]).sort()).toEqual([
    ["ASIN B0AAAAAAA1", "PAUSED"],
    ["phone stand", "PAUSED"],
    ["扩展ASIN B0BBBBBBB1", "PAUSED"],
  ]);
  expect((await s.account()).target("800001").state).toBe("PAUSED");
});

test("who may not change advertising changes no target; another company has nothing of ours", async () => {
  const of = await word("紧密匹配");
  expect((await s.start({ bidOf: of }, "buyer")).status).toBe(403);
  await s.db.query("update ad_campaign set tenant_id = 2 where campaign_name = 'SP-2'");
  expect((await s.start({ bidOf: of })).status).toBe(404);
  await s.db.query("update ad_campaign set tenant_id = 1 where campaign_name = 'SP-2'");
});
