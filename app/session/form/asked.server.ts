import type { z } from "zod";

/** What a form or address asks for, as its schema reads it. @throws Response 400 for anything else */
export function asked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw Response.json({ message: "提交的内容不正确" }, { status: 400 });
}
