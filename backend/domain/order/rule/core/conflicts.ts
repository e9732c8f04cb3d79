import type { Leaf, Rule } from "#backend/domain/order/words/rule";
import { leafSentence, type Tree, treeSentence } from "#documents/order/rule/tree";

/** What two rules do to each other, in a sentence about the other one. */
export interface CoreConflict {
  ruleId: string;
  ruleName: string;
  says: string;
}

const overlapping = (a: readonly string[], b: readonly string[]) =>
  !a.length || !b.length || a.some((one) => b.includes(one));

const within = (b: readonly string[], a: readonly string[]) =>
  !a.length || (b.length > 0 && b.every((one) => a.includes(one)));

const timely = (a: Rule, b: Rule) => !(a.to && b.from && a.to <= b.from) && !(b.to && a.from && b.to <= a.from);

/** Is `a` in force whenever `b` is? */
const asLong = (a: Rule, b: Rule) =>
  (!a.from || (b.from !== null && a.from <= b.from)) && (!a.to || (b.to !== null && b.to <= a.to));

/** Conditions that all have to hold; groups are no single condition. */
const needed = ({ logic, items }: Tree): Leaf[] =>
  logic === "AND" || items.length === 1 ? items.flatMap((i) => ("items" in i ? [] : [i])) : [];

const only = (tree: Tree) => tree.items.every((i) => !("items" in i));
const same = (a: Leaf, b: Leaf) => leafSentence(a) === leafSentence(b);

/** Does `a` match whenever `b` does, as far as their conditions say so themselves? */
const covers = (a: Tree, b: Tree): boolean =>
  !a.items.length ||
  treeSentence(a) === treeSentence(b) ||
  ((a.logic === "AND" || a.items.length === 1) &&
    only(a) &&
    needed(a).every((leaf) => needed(b).some((other) => same(leaf, other))));

/** Can no order match both, because one condition of each leaves nothing to the other? */
const apart = (a: Tree, b: Tree): boolean =>
  needed(a).some((x) =>
    needed(b).some(
      (y) =>
        x.field === y.field &&
        ((x.op === "in" && y.op === "in") || (x.op === "eq" && y.op === "eq")) &&
        !x.values.some((v) => y.values.includes(v)),
    ),
  );

const valuesOf = ({ actions }: Rule, act: string) =>
  actions.flatMap((a) => (a.act === act && a.value ? a.value.split(/[,，、]/) : []));

/** What both would do to an order of which only one can be. */
function contrary(a: Rule, b: Rule): string | undefined {
  const tag = [
    ...valuesOf(a, "TAG_ADD").filter((t) => valuesOf(b, "TAG_REMOVE").includes(t)),
    ...valuesOf(a, "TAG_REMOVE").filter((t) => valuesOf(b, "TAG_ADD").includes(t)),
  ][0];
  if (tag) return `一个加上标签“${tag}”，一个去掉，以排在后面的为准`;
  const [p, q] = [valuesOf(a, "SET_PRIORITY")[0], valuesOf(b, "SET_PRIORITY")[0]];
  return p && q && p !== q ? "设成不同的优先级，以排在后面的为准" : undefined;
}

const before = (a: Rule, b: Rule) => a.priority - b.priority || a.id.length - b.id.length || (a.id < b.id ? -1 : 1);

function said(rule: Rule, other: Rule): string | undefined {
  const first = before(other, rule) < 0;
  const { stage } = rule;
  if (first && within(rule.storeIds, other.storeIds) && asLong(other, rule)) {
    if (covers(other.tree, rule.tree)) {
      if (stage === "HOLD" || stage === "TAG")
        return other.stop ? "它先命中并停止本阶段，本规则不会执行" : contrary(rule, other);
      return stage === "WAREHOUSE" || stage === "LOGISTICS"
        ? "它先命中，只有它的仓库或渠道都不可用时才轮到本规则"
        : "它先命中，本规则不会执行";
    }
  }
  return stage === "TAG" ? contrary(rule, other) : undefined;
}

/**
 * Rules that keep this one from what it says, or do the contrary: switched on, of its stage, for stores
 * and times that are also its own, with conditions that may hold together (market.md 4). What their
 * conditions leave open is not guessed.
 */
export const conflictsOf = (rule: Rule, all: readonly Rule[]): CoreConflict[] =>
  all.flatMap((other) => {
    if (other.id === rule.id || other.stage !== rule.stage || !other.enabled) return [];
    if (!overlapping(rule.storeIds, other.storeIds) || !timely(rule, other)) return [];
    if (apart(rule.tree, other.tree)) return [];
    const says = said(rule, other);
    return says ? [{ ruleId: other.id, ruleName: other.name, says }] : [];
  });
