import { Question } from "../http/refusal";
import type { RuleContext } from "./rules";

/**
 * Asks before it goes on: the call is refused with a question until it comes again with
 * `confirmed: true`, or with this very question. A second question is asked together with the one that
 * was answered, so that the answer holds for both. @throws Refusal 409 that asks
 */
export function requireConfirmed({ confirmed }: RuleContext, question: string): void {
  if (confirmed === true || confirmed?.includes(question)) return;
  throw new Question(409, confirmed ? `${confirmed} ${question}` : question);
}
