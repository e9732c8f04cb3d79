import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { lockWhole } from "#backend/engine/documents/reading/row";
import type { RuleContext, RuleValues } from "#backend/engine/documents/rules";
import { insert, update } from "#backend/engine/documents/writing/write";
import type { Database } from "#backend/platform/db/sql";
import { orderRule } from "#documents/order/rule/order-rule";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { orderRuleRules } from "./order-rule";

let db: Database;
let warehouse: string;
const act = <R>(work: (c: RuleContext) => Promise<R>): Promise<R> => db.tx((sql) => work(actAs(sql)));

beforeAll(async () => {
  db = await testDatabase();
  const row = await db.one<{ id: string }>(
    `insert into warehouse (tenant_id, code, name, kind, manager_id, enabled)
     values (1, 'RULE-W', '规则仓', 'thirdParty', 1, true) returning id`,
  );
  warehouse = row?.id ?? "";
});
afterAll(() => db.close());

let made = 0;
const make = (more: RuleValues = {}) =>
  act(async (c) => {
    made += 1;
    const values = {
      ruleName: `规则${made}`,
      stage: "WAREHOUSE",
      priority: made,
      logic: "and",
      acts: [{ act: "SET_WAREHOUSE", warehouseId: warehouse }],
      ...more,
    };
    return (await insert(c, orderRule, orderRuleRules, values)).id;
  });
const change = (id: string, values: RuleValues) =>
  act(async (c) => update(c, orderRule, orderRuleRules, await lockWhole(c, orderRule, id), values));
const read = (id: string) => act((c) => lockWhole(c, orderRule, id));
const when = (...conditions: RuleValues[]) => ({ conditions });

describe("an order rule", () => {
  it("says its tree and its actions as sentences, and keeps every version", async () => {
    const id = await make({
      conditions: [
        { level: 1, fact: "shipState", op: "in", value: "CA、WA" },
        { level: 1, fact: "any" },
        { level: 2, fact: "itemQty", op: "gte", value: "3" },
        { level: 2, fact: "isPrime", op: "eq", value: "是" },
      ],
    });
    expect(await read(id)).toMatchObject({
      conditionText: "州属于CA、WA 且 （件数大于等于3 或 Prime订单等于是）",
      actionText: "分到仓库规则仓",
      ruleVersion: 1,
      stageNo: 3,
      status: "disabled",
    });
    await change(id, when());
    expect(await read(id)).toMatchObject({ conditionText: "全部订单", ruleVersion: 2 });
    const kept = await db.query(
      "select rule_version as v, body->>'conditionText' as t from order_rule_version where rule_id = $1 order by 1",
      [id],
    );
    expect(kept.map(({ t }) => t)).toEqual(["州属于CA、WA 且 （件数大于等于3 或 Prime订单等于是）", "全部订单"]);
  });

  it("U7: refuses what its stage does not know, values that do not exist and places in use", async () => {
    const leaf = (fact: string, op: string, value: string, level = 1) => when({ level, fact, op, value });
    for (const [values, sentence] of [
      [leaf("packageWeightKg", "lte", "2"), "该条件不能用于此阶段"],
      [leaf("siteCode", "in", "QQ"), "条件值不存在：QQ"],
      [leaf("itemQty", "in", "2"), "件数只能用大于、大于等于、小于、小于等于、介于"],
      [leaf("itemQty", "gt", "x"), "请输入数字"],
      [leaf("itemQty", "between", "5、2"), "第二个值不能小于第一个"],
      [leaf("itemQty", "gt", "2", 2), "上面没有这一层的条件组"],
      [when({ level: 1, fact: "any" }), "条件组中没有条件"],
      [{ acts: [] }, "请至少配置一个动作"],
      [{ acts: [{ act: "HOLD", value: "x" }] }, "挂起不能用于分仓阶段"],
      [{ priority: 1 }, "优先级重复"],
      [{ effectiveFrom: "2026-02-01 00:00:00", effectiveTo: "2026-01-01 00:00:00" }, "失效时间须晚于生效时间"],
    ] as const)
      await expect(make({ ...values }), sentence).rejects.toThrow(sentence);
    const id = await make();
    await expect(change(id, { stage: "TAG" })).rejects.toThrow("阶段不能更改");
  });

  it("U7: is not enabled while its warehouse is closed", async () => {
    const id = await make();
    const enable = () => act((c) => perform(c, orderRule, id, "enable", {}, { trusted: true }));
    await db.query("update warehouse set enabled = false where id = $1", [warehouse]);
    await expect(enable()).rejects.toThrow("仓库已停用：规则仓");
    await db.query("update warehouse set enabled = true where id = $1", [warehouse]);
    await enable();
    expect(await read(id)).toMatchObject({ status: "enabled" });
  });

  it("changes places with its neighbour, two hands at once as well, and no place is taken twice", async () => {
    const tag = { stage: "TAG", acts: [{ act: "TAG_ADD", value: "甲" }] };
    const ids: string[] = [];
    for (const priority of [3, 7, 900]) ids.push(await make({ ...tag, priority }));
    const [first = "", second = "", third = ""] = ids;
    const step = (id: string, action: "raise" | "lower") =>
      act((c) => perform(c, orderRule, id, action, {}, { trusted: true }));
    const order = async () =>
      (
        await db.query<{ id: string; priority: number }>(
          "select id, priority from order_rule where stage = 'TAG' and del_flag = 0 order by priority",
        )
      ).map(({ id, priority }) => `${priority} ${ids.indexOf(id)}`);
    await step(third, "raise");
    expect(await order()).toEqual(["10 0", "20 2", "30 1"]);
    await expect(step(first, "raise")).rejects.toThrow("已是本阶段第一条");
    await Promise.all([step(second, "raise"), step(first, "lower")]);
    const after = await order();
    expect(after.map((one) => one.split(" ")[0])).toEqual(["10", "20", "30"]);
    expect(new Set(after.map((one) => one.split(" ")[1])).size).toBe(3);
  });
});
