import { z } from "zod";
import { wireId, wireTime } from "#backend/platform/http";

const time = wireTime.nullable();

/** A row of the lists of flows (supply.md E.4). */
export const boxRow = z.object({
  /** Task in the lists to do and done, else the flow. */
  id: wireId,
  instanceId: wireId,
  taskId: wireId.nullable(),
  title: z.string(),
  bizType: z.string(),
  bizTypeName: z.string(),
  bizId: wireId,
  bizNo: z.string(),
  /** CNY, exact; null when the caller may not read it. */
  amountCny: z.string().nullable(),
  starterId: wireId,
  starterName: z.string().nullable(),
  nodeName: z.string().nullable(),
  arriveTime: time,
  waitingHours: z.number().nullable(),
  late: z.literal("late").nullable(),
  status: z.string(),
  instanceStatus: z.string(),
  comment: z.string().nullable(),
  claimTime: time,
  endTime: time,
  readTime: time.optional(),
});

export const stepAnswer = z.object({
  taskId: wireId.nullable(),
  nodeName: z.string(),
  person: z.string().nullable(),
  /** started, approved, rejected, transferred, added, skipped, withdrawn, cancelled. */
  action: z.string(),
  comment: z.string().nullable(),
  attachments: z.array(z.object({ id: wireId, name: z.string(), url: z.string() })),
  claimTime: time,
  time: wireTime,
  /** From arrival to decision. */
  seconds: z.number().nullable(),
});

const values = z.record(z.string(), z.unknown());
const change = z.object({ name: z.string(), before: values, after: values });

/** One approval with everything that its page shows (supply.md E.3). */
export const instanceAnswer = z.object({
  id: wireId,
  defKey: z.string(),
  defVersion: z.number(),
  bizType: z.string(),
  bizId: wireId,
  bizNo: z.string(),
  label: z.string(),
  title: z.string(),
  starterId: wireId,
  starterName: z.string().nullable(),
  deptId: wireId.nullable(),
  deptName: z.string().nullable(),
  amountCny: z.string().nullable(),
  /** The amount in the currency that it is asked in. */
  money: z.object({ amount: z.string(), currency: z.string() }).nullable(),
  /** What is left of the budget that it counts towards, without it and with it: for whoever decides. */
  budget: z
    .object({ of: z.string(), month: z.string(), currency: z.string(), left: z.string(), after: z.string() })
    .nullable(),
  /** What its way went by, in words: 超部门月预算. */
  marks: z.array(z.string()),
  /** What the caller writes most often when he rejects. */
  reasons: z.array(z.string()),
  status: z.string(),
  currentNode: z.string().nullable(),
  startTime: wireTime,
  endTime: time,
  seconds: z.number(),
  document: values.nullable(),
  /** The caller may open the document's own page. */
  opens: z.boolean(),
  nodes: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      signType: z.enum(["or", "and"]),
      condition: z.string().nullable(),
      takesPart: z.boolean(),
      state: z.string(),
      people: z.array(z.string()),
    }),
  ),
  timeline: z.array(stepAnswer),
  rounds: z.array(z.object({ id: wireId, status: z.string(), startTime: wireTime })),
  changes: z
    .object({
      fields: z.array(change),
      lines: z.array(
        z.object({
          lines: z.string(),
          kind: z.enum(["added", "removed", "changed"]),
          line: values,
          changes: z.array(change),
        }),
      ),
    })
    .nullable(),
  copies: z.array(z.object({ name: z.string(), readTime: time })),
  /** The caller's open task. */
  taskId: wireId.nullable(),
  /** Why the caller's approval, the last one, would be refused now. */
  against: z.string().nullable(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean(), urge: z.boolean(), urgeNow: z.boolean() }),
});
