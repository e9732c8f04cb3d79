import { z } from "zod";

/** When a node takes part: data, so that it can be stored, shown and edited. */
export type Condition =
  /** The value is at least this many CNY (or percent), sign apart; inclusive. */
  | { atLeast: string; of?: string }
  /** The flag is set, or has one of these values. */
  | { flag: string; in?: string[] }
  | { any: Condition[] }
  | { all: Condition[] };

const name = z.string().regex(/^[a-zA-Z]\w{0,39}$/, "条件的字段名不正确");

export const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ atLeast: z.string().regex(/^\d{1,14}(\.\d{1,8})?$/, "金额条件要填写数字"), of: name.optional() }),
    z.strictObject({ flag: name, in: z.array(z.string().max(50)).min(1).optional() }),
    z.strictObject({ any: z.array(conditionSchema).min(1) }),
    z.strictObject({ all: z.array(conditionSchema).min(1) }),
  ]),
);

const SCALE = 8;

/** Exact decimal text as a whole number of 10⁻⁸, without its sign. */
function magnitude(text: string): bigint | undefined {
  const [, whole, part = ""] = /^-?(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.slice(0, SCALE).padEnd(SCALE, "0"));
}

export type Variables = Record<string, unknown>;

/**
 * Does the node take part? An amount that nobody knows counts as large: a missing number must not
 * spare an approval.
 */
export function holds(condition: Condition | undefined, variables: Variables): boolean {
  if (!condition) return true;
  if ("any" in condition) return condition.any.some((c) => holds(c, variables));
  if ("all" in condition) return condition.all.every((c) => holds(c, variables));
  if ("flag" in condition) {
    const value = variables[condition.flag];
    return condition.in ? condition.in.includes(String(value)) : Boolean(value);
  }
  const value = magnitude(String(variables[condition.of ?? "amountCny"] ?? ""));
  return value === undefined || value >= (magnitude(condition.atLeast) ?? 0n);
}

/** Chinese names of what conditions read; of another one the name is shown as it is. */
const WORDS: Record<string, string> = {
  amountCny: "金额",
  diffPercent: "变更比例（%）",
  urgent: "加急",
  priceChanged: "价格变更",
  customsChanged: "报关信息变更",
  opening: "期初",
  awardPriceChanged: "单价与定标不一致",
  level: "等级",
  transferType: "调拨类型",
  overLimit: "超部门月预算",
  lowMargin: "预估毛利率低于5%",
  fixedUsd: "固定费用（USD）",
  small: "退款不超过 USD 100",
  large: "退款超过 USD 100",
};

/** The condition as a sentence: "金额 ≥ 20,000". */
export function conditionWords(condition: Condition | undefined): string {
  if (!condition) return "无条件";
  if ("any" in condition) return condition.any.map(conditionWords).join(" 或 ");
  if ("all" in condition) return condition.all.map(conditionWords).join(" 且 ");
  if ("flag" in condition) {
    const word = WORDS[condition.flag] ?? condition.flag;
    return condition.in ? `${word}为 ${condition.in.join("、")}` : word;
  }
  const { of = "amountCny", atLeast } = condition;
  return `${WORDS[of] ?? of} ≥ ${atLeast.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",")}`;
}

/** Values of a flow that say why it is looked at: 超部门月预算, 变更比例 12.50%. */
export const marksOf = (variables: Variables): string[] =>
  Object.entries(variables).flatMap(([name, value]) => {
    const word = WORDS[name];
    if (!word || name === "small") return [];
    if (name === "diffPercent") return [`变更 ${String(value)}%`];
    return value === true ? [word] : [];
  });

/**
 * Who decides at a node: `leader` (of the document's department, then of its parents), `groupLeader`,
 * `gm`, `starterPick`, `role:CODE`, `role:CODE leader` (those of the role who lead a department),
 * `user:ID`.
 */
export const approverSchema = z
  .string()
  .regex(/^(leader|groupLeader|gm|starterPick|role:[A-Z][A-Z0-9_]{1,39}( leader)?|user:\d{1,18})$/, "审批人规则不正确");

export const nodeSchema = z.strictObject({
  key: z.string().regex(/^[a-z][a-zA-Z0-9]{0,29}$/, "节点标识由小写字母开头的字母数字组成"),
  name: z.string().trim().min(1, "请输入节点名称").max(30, "节点名称不能超过30个字"),
  approver: approverSchema,
  condition: conditionSchema.optional(),
  /** `or` 或签: one decides; `and` 会签: everybody must approve. */
  signType: z.enum(["or", "and"]).default("or"),
});

/** Who gets a copy when a flow starts. */
export const ccSchema = z.strictObject({ approver: approverSchema, condition: conditionSchema.optional() });

export type FlowNode = z.output<typeof nodeSchema>;
export type Copy = z.output<typeof ccSchema>;

export const nodesSchema = z
  .array(nodeSchema)
  .min(1, "流程至少要有一个节点")
  .max(20, "流程最多20个节点")
  .refine((nodes) => new Set(nodes.map((n) => n.key)).size === nodes.length, "节点标识重复");

export const signWords = { or: "或签", and: "会签" } as const;
