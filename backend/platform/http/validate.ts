import { z } from "zod";
import { zhCN } from "zod/locales";
import { invalid } from "./refusal";

// Sentences of schemas that bring none of their own are read by people too.
z.config(zhCN());

/**
 * Parses one part of a request.
 * @throws Refusal 400 whose message is the first problem and whose fields name all of them.
 */
export function validate<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = Object.create(null);
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "_"] ??= issue.message;
  throw invalid(parsed.error.issues[0]?.message ?? "提交的内容有误", fields);
}
