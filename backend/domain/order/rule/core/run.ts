import type { OrderFacts, Rule, RuleException, RunResult, World } from "#backend/domain/order/words/rule";
import { sum } from "#backend/platform/values";
import { type RuleStage, STAGES } from "#documents/order/rule/words";
import { byId, channelFor, mergeFor } from "./channel";
import { failing } from "./match";
import { type CorePacked, type Draft, draftOf, parcelOf, reader } from "./packed";
import { split } from "./split";
import { Taken, warehouseFor } from "./stock";

/** Rules of a stage that may be looked at for this order, in their order. */
export const candidates = (
  rules: readonly Rule[],
  stage: RuleStage,
  { storeId }: Pick<OrderFacts, "storeId">,
  now: string,
): Rule[] =>
  rules
    .filter(
      (r) =>
        r.stage === stage &&
        r.enabled &&
        (r.storeIds.length === 0 || r.storeIds.includes(storeId)) &&
        (r.from === null || r.from <= now) &&
        (r.to === null || now <= r.to),
    )
    .sort((a, b) => a.priority - b.priority || byId(a.id, b.id));

/** One run over one order: what the stages before said is what the next ones read. */
class Run {
  readonly #whole: readonly CorePacked[];
  readonly #taken: Taken;
  readonly #byStage: ReadonlyMap<RuleStage, readonly Rule[]>;
  #drafts: Draft[];
  #tags: ReadonlySet<string>;
  readonly #result: RunResult;

  constructor(
    public order: OrderFacts,
    rules: readonly Rule[],
    readonly world: World,
  ) {
    this.#whole = order.lines.map((line) => ({ line, qty: line.qty }));
    this.#taken = new Taken(world);
    this.#byStage = new Map(STAGES.map((s) => [s, candidates(rules, s, order, world.now)]));
    this.#drafts = this.#whole.length ? [draftOf(this.#whole)] : [];
    this.#tags = new Set(order.tags);
    this.#result = {
      outcome: "pendingAudit",
      holdReason: null,
      exceptionCode: null,
      tagsAdded: [],
      tagsRemoved: [],
      priority: order.priority,
      notify: [],
      parts: [],
      freightCny: null,
      steps: [],
    };
  }

  /** Looks at one rule and keeps what it says; the step to be completed when it matches. */
  #looked(rule: Rule, draft?: Draft) {
    const read = reader(this.order, this.#whole, [...this.#tags], draft);
    const failedLeaf = failing(rule.tree, read);
    const step: RunResult["steps"][number] = {
      stage: rule.stage,
      ruleId: rule.id,
      ruleVersion: rule.version,
      packageSeq: draft ? this.#drafts.indexOf(draft) + 1 : null,
      matched: !failedLeaf,
      failedLeaf,
      result: null,
      ok: !failedLeaf,
    };
    this.#result.steps.push(step);
    return step;
  }

  /** All rules of a stage that match, until one stops it. */
  #all(stage: "HOLD" | "TAG"): Rule[] {
    const matched: Rule[] = [];
    for (const rule of this.#byStage.get(stage) ?? []) {
      if (!this.#looked(rule).matched) continue;
      matched.push(rule);
      if (rule.stop) break;
    }
    return matched;
  }

  /** Tries the rules of a stage until one matches and does it; the word of what it did, null: it could not. */
  #first(stage: RuleStage, tried: (rule: Rule) => string | null, draft?: Draft): "done" | "failed" | "none" {
    let matched = false;
    for (const rule of this.#byStage.get(stage) ?? []) {
      const step = this.#looked(rule, draft);
      if (!step.matched) continue;
      matched = true;
      step.result = tried(rule);
      step.ok = step.result !== null;
      if (step.ok) return "done";
    }
    return matched ? "failed" : "none";
  }

  #notify(rules: readonly Rule[]): void {
    const told = rules.flatMap(({ actions }) =>
      actions.flatMap(({ act, target }) =>
        target !== null && (act === "NOTIFY" || act === "NOTIFY_HOLD") ? [target] : [],
      ),
    );
    this.#result.notify = [...new Set([...this.#result.notify, ...told])];
  }

  #hold(): boolean {
    const matched = this.#all("HOLD");
    if (!matched.length) return false;
    const reasons = matched.flatMap(({ name, actions }) =>
      actions.flatMap(({ act, value }) => (act === "HOLD" ? [value ?? name] : [])),
    );
    this.#notify(matched);
    this.#result.holdReason = reasons.join("；") || (matched[0]?.name ?? null);
    return true;
  }

  #tag(): void {
    const matched = this.#all("TAG");
    const tags = new Set(this.#tags);
    for (const { act, value } of matched.flatMap(({ actions }) => actions)) {
      if (act === "TAG_ADD" && value) tags.add(value);
      if (act === "TAG_REMOVE" && value) tags.delete(value);
      if (act === "SET_PRIORITY" && (value === "normal" || value === "high" || value === "urgent"))
        this.#result.priority = value;
    }
    this.#notify(matched);
    this.#result.tagsAdded = [...tags].filter((t) => !this.#tags.has(t));
    this.#result.tagsRemoved = [...this.#tags].filter((t) => !tags.has(t));
    this.#tags = tags;
  }

  #split(): void {
    this.#first("SPLIT", (rule) => {
      this.#drafts = rule.actions
        .reduce<readonly (readonly CorePacked[])[]>(
          (parts, action) => parts.flatMap((part) => split(action, part, this.order, this.world, this.#taken)),
          this.#drafts.map(({ lines }) => lines),
        )
        .map(draftOf);
      return `${this.#drafts.length}个包裹`;
    });
  }

  /** Every draft gets a warehouse; the first reason why one gets none. */
  #warehouses(): RuleException | null {
    let wrong: RuleException | null = null;
    for (const draft of this.#drafts) {
      const end = this.#first(
        "WAREHOUSE",
        (rule) => {
          const found = warehouseFor(rule, draft.lines, this.order, this.#taken);
          if (!found) return null;
          this.#taken.take(found.id, draft.lines);
          draft.warehouseId = found.id;
          draft.warehouseCode = found.code;
          return found.id;
        },
        draft,
      );
      if (end !== "done") wrong ??= end === "failed" ? "OUT_OF_STOCK" : "NO_RULE_WAREHOUSE";
    }
    return wrong;
  }

  #channels(): RuleException | null {
    let wrong: RuleException | null = null;
    for (const draft of this.#drafts) {
      const end = this.#first(
        "LOGISTICS",
        (rule) => {
          draft.channelId = channelFor(rule, draft, this.order, this.world)?.id ?? null;
          return draft.channelId;
        },
        draft,
      );
      if (end !== "done") wrong ??= "NO_CHANNEL";
    }
    return wrong;
  }

  #merge(): void {
    const used = new Set<string>();
    for (const draft of this.#drafts)
      this.#first(
        "MERGE",
        (rule) => {
          draft.mergeInto = mergeFor(rule, draft, this.order, this.world, used)?.id ?? null;
          if (draft.mergeInto) used.add(draft.mergeInto);
          return draft.mergeInto ?? "无可合并包裹";
        },
        draft,
      );
  }

  /** What the chosen channels cost, and what the order is estimated to bring after that. */
  #freight(): void {
    const prices = this.#drafts.map(({ lines, channelId }) =>
      channelId === null
        ? null
        : (this.world.channels.get(channelId)?.price(parcelOf(lines), this.order.country) ?? null),
    );
    if (prices.includes(null)) return;
    const freight = sum(prices);
    this.#result.freightCny = freight;
    const estProfitRate = this.order.profitRate?.(freight);
    if (estProfitRate !== undefined) this.order = { ...this.order, facts: { ...this.order.facts, estProfitRate } };
  }

  #outcome(): RunResult["outcome"] {
    if (this.#hold()) return "held";
    this.#tag();
    this.#split();
    this.#result.exceptionCode = this.#warehouses() ?? this.#channels();
    if (this.#result.exceptionCode) return "exception";
    this.#freight();
    this.#merge();
    return this.#first("AUDIT", () => "自动审核") === "done" ? "audited" : "pendingAudit";
  }

  end(): RunResult {
    this.#result.outcome = this.#outcome();
    this.#result.parts = this.#drafts.map(({ lines, warehouseId, channelId, mergeInto }) => ({
      warehouseId,
      channelId,
      mergeInto,
      lines: lines.map(({ line, qty }) => ({ orderLineId: line.orderLineId, skuId: line.skuId, qty })),
    }));
    return this.#result;
  }
}

/** Runs the rules over one order (market.md 4). Pure: the same order, rules and world say the same. */
export const runRules = (order: OrderFacts, rules: readonly Rule[], world: World): RunResult =>
  new Run(order, rules, world).end();
