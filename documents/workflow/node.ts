import { z } from "zod";
import { conditionSchema } from "./condition";

/**
 * Who decides at a node: `leader` (of the document's department, then of its parents), `groupLeader`,
 * `gm`, `starterPick`, `role:CODE`, `role:CODE leader` (those of the role who lead a department),
 * `user:ID`.
 */
export const approverSchema = z
  .string()
  .regex(
    /^(leader|groupLeader|gm|starterPick|role:[A-Z][A-Z0-9_]{1,39}( leader)?|user:\d{1,18})$/,
    "审批人规则不正确",
  );

export const nodeSchema = z.strictObject({
  key: z.string().regex(/^[a-z][a-zA-Z0-9]{0,29}$/, "节点标识由小写字母开头的字母数字组成"),
  name: z.string().trim().min(1, "请输入节点名称").max(30, "节点名称不能超过30个字"),
  approver: approverSchema,
  condition: conditionSchema.optional(),
  /** `or` 或签: one decides; `and` 会签: everybody must approve. */
  signType: z.enum(["or", "and"]).default("or"),
});

/** Who gets a copy when a flow starts. */
export const ccSchema = z.strictObject({
  approver: approverSchema,
  condition: conditionSchema.optional(),
});

export type FlowNode = z.output<typeof nodeSchema>;
export type Copy = z.output<typeof ccSchema>;

export const nodesSchema = z
  .array(nodeSchema)
  .min(1, "流程至少要有一个节点")
  .max(20, "流程最多20个节点")
  .refine((nodes) => new Set(nodes.map((n) => n.key)).size === nodes.length, "节点标识重复");

export const signWords = { or: "或签", and: "会签" } as const;
