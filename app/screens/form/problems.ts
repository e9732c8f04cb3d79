import type { z } from "zod";

/** First sentence per field path, in the order of the form. */
export function problems(error: z.ZodError): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of error.issues) found[issue.path.join(".") || "_"] ??= issue.message;
  return found;
}
