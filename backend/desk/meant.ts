import type { Caller } from "../http/caller";
import { today } from "../values/calendar";

/** The values of declared filters for this caller, today. */
export function meantBy(
  where: Readonly<Record<string, string>>,
  { userId }: Caller,
): Record<string, string> {
  const meant: Record<string, string> = { $me: userId, $yesterday: today(-1) };
  return Object.fromEntries(Object.entries(where).map(([name, v]) => [name, meant[v] ?? v]));
}
