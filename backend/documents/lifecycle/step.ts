import { conflict, Refusal, refusalOf } from "../../http/refusal";
import type { Reason, Row, RuleContext, Rules, Transition, Values } from "../rules";

/** The transition that a document's rules have for an action or event. */
export const transitionOf = (rules: Rules, action: string): Transition | undefined =>
  rules.transitions?.find((t) => t.action === action);

const asRefusal = (reason: Reason): Refusal | undefined =>
  reason instanceof Refusal ? reason : reason ? conflict(reason) : undefined;

/** Locks what a transition works on, and hears its guards. @throws Refusal what a guard says */
export async function enter(
  c: RuleContext,
  t: Transition | undefined,
  row: Row,
  input: Values,
): Promise<object> {
  const scene = { row, ...(await t?.lock?.(c, row)) };
  const refusal = asRefusal(t?.guard?.(scene, c)) ?? asRefusal(t?.check?.(scene, input));
  if (refusal) throw refusal;
  return scene;
}

/** Why a transition cannot be done to a row now, as its guard sees it; nothing is locked or written. */
export async function reasonAgainst(
  c: RuleContext,
  t: Transition,
  row: Row,
): Promise<string | undefined> {
  if (!t.guard) return undefined;
  try {
    const scene = { row, ...(await t.lock?.(c, row)) };
    return asRefusal(t.guard(scene, c))?.message;
  } catch (error) {
    if (error instanceof Refusal) return refusalOf(error).message;
    throw error;
  }
}
