import { z } from "zod";

/** Wire time: yyyy-MM-dd HH:mm:ss in Asia/Shanghai. */
export const wireTime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

export { wireId } from "#documents/kit";

/** Id in an address; the pattern of the address lets digits through only. */
export const pathId = z.object({ id: z.string().max(18, "编号不正确") });

/** A page as it travels (pig-contract.md "Page"); `summary` is over the whole filtered set. */
export const pageOf = (record: z.ZodType) =>
  z.object({
    records: z.array(record),
    total: z.number(),
    size: z.number(),
    current: z.number(),
    pages: z.number(),
    summary: z.record(z.string(), z.unknown()),
    rough: z
      .literal(true)
      .optional()
      .meta({ description: "行数很多：total 是估计值，summary 不给出；不带 totals=rough 再问一次即为准确值" }),
    states: z
      .record(z.string(), z.number())
      .nullish()
      .meta({ description: "各状态数量，带 states=true 时给出；带 totals=rough 而计数太慢时为空" }),
    /** Sentences to show above the rows. */
    notes: z.array(z.string()).optional(),
  });
