import { Question } from "../http/refusal";
import type { RuleContext } from "./rules";

/**
 * Asks before it goes on: the call is refused with a question until it comes again with
 * `confirmed: true`, or with this very question. @throws Refusal 409 that asks
 */
export function requireConfirmed({ confirmed }: RuleContext, question: string): void {
  if (confirmed !== true && confirmed !== question) throw new Question(409, question);
}
