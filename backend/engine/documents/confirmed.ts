import type { Sql } from "#backend/platform/db";
import { Question } from "#backend/platform/http";
import type { RuleContext } from "./rules";

/** What was answered already in a transaction. */
const answered = new WeakMap<Sql, string[]>();

/**
 * Asks before it goes on: the call is refused with a question until it comes again with
 * `confirmed: true`, or with this very question. A second question is asked together with the one that
 * was answered, so that the answer holds for both. @throws Refusal 409 that asks
 */
export function requireConfirmed({ confirmed, sql }: RuleContext, question: string): void {
  if (confirmed === true) return;
  const before = (sql.held && answered.get(sql)) ?? [];
  if (!confirmed?.includes(question)) throw new Question(409, [...before, question].join(" "));
  if (sql.held) answered.set(sql, [...before, question]);
}
