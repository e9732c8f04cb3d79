import type { Caller } from "#backend/platform/http";
import { today } from "#backend/platform/values";

/** The values of declared filters for this caller, today. */
export function meantBy(where: Readonly<Record<string, string>>, { userId }: Caller): Record<string, string> {
  const meant: Record<string, string> = { $me: userId, $yesterday: today(-1) };
  return Object.fromEntries(Object.entries(where).map(([name, v]) => [name, meant[v] ?? v]));
}
