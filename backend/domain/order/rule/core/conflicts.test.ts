import { expect, test } from "vitest";
import type { Leaf, Rule, Tree } from "#backend/domain/order/words/rule";
import { conflictsOf } from "./conflicts";

const leaf = (field: Leaf["field"], op: Leaf["op"], ...values: string[]): Leaf => ({ field, op, values });
const and = (...items: Leaf[]): Tree => ({ logic: "AND", items });

let n = 0;
const rule = (stage: Rule["stage"], priority: number, tree: Tree, more: Partial<Rule> = {}): Rule => {
  const id = String(++n);
  return {
    id,
    name: `规则${id}`,
    version: 1,
    stage,
    priority,
    enabled: true,
    storeIds: [],
    from: null,
    to: null,
    stop: false,
    strategy: "order",
    tree,
    actions: [],
    ...more,
  };
};
const says = (one: Rule, ...all: Rule[]) => conflictsOf(one, [one, ...all]).map((c) => c.says);

const US = leaf("shipCountry", "in", "US");
const heavy = leaf("totalWeightKg", "gt", "2");

test("a rule behind one that always matches first is said never to run, or only as the next", () => {
  const audit = rule("AUDIT", 20, and(US, heavy));
  expect(says(audit, rule("AUDIT", 10, and(US)))).toEqual(["它先命中，本规则不会执行"]);
  expect(says(audit, rule("AUDIT", 10, and()))).toEqual(["它先命中，本规则不会执行"]);
  expect(says(audit, rule("AUDIT", 30, and()))).toEqual([]);
  expect(says(audit, rule("AUDIT", 10, and(leaf("isPrime", "eq", "true"))))).toEqual([]);
  expect(says(rule("WAREHOUSE", 2, and(US)), rule("WAREHOUSE", 1, and(US)))).toEqual([
    "它先命中，只有它的仓库或渠道都不可用时才轮到本规则",
  ]);
  expect(says(rule("HOLD", 2, and(US)), rule("HOLD", 1, and(), { stop: true }))).toEqual([
    "它先命中并停止本阶段，本规则不会执行",
  ]);
});

test("other stores, other times, other stages and rules that are off stand in nobody's way", () => {
  const one = rule("AUDIT", 20, and(US), { storeIds: ["1"], from: "2026-03-01 00:00:00" });
  expect(says(one, rule("AUDIT", 10, and(), { storeIds: ["2"] }))).toEqual([]);
  expect(says(one, rule("AUDIT", 10, and(), { to: "2026-02-01 00:00:00" }))).toEqual([]);
  expect(says(one, rule("AUDIT", 10, and(), { to: "2026-04-01 00:00:00" }))).toEqual([]);
  expect(says(one, rule("AUDIT", 10, and(), { enabled: false }))).toEqual([]);
  expect(says(one, rule("MERGE", 10, and()))).toEqual([]);
  expect(says(one, rule("AUDIT", 10, and(), { storeIds: ["1", "2"] }))).toHaveLength(1);
});

test("tags and priorities that contradict each other are said, unless no order has both", () => {
  const tag = (act: "TAG_ADD" | "TAG_REMOVE", tree: Tree) =>
    rule("TAG", ++n, tree, { actions: [{ act, value: "带电", target: null }] });
  const add = tag("TAG_ADD", and(US));
  expect(says(add, tag("TAG_REMOVE", and(heavy)))).toEqual(["一个加上标签“带电”，一个去掉，以排在后面的为准"]);
  expect(says(add, tag("TAG_REMOVE", and(leaf("shipCountry", "in", "DE"))))).toEqual([]);
  expect(says(add, tag("TAG_ADD", and(heavy)))).toEqual([]);
  const urgent = (value: string) =>
    rule("TAG", ++n, and(), { actions: [{ act: "SET_PRIORITY", value, target: null }] });
  expect(says(urgent("高"), urgent("紧急"))).toEqual(["设成不同的优先级，以排在后面的为准"]);
});
