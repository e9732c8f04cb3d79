import { conflict, Refusal, refusalOf } from "../../http/refusal";
import type { Reason, Row, RuleContext, Rules, Transition, Values } from "../rules";

/** The transition that a document's rules have for an action or event. */
export const transitionOf = (rules: Rules, action: string): Transition | undefined =>
  rules.transitions?.find((t) => t.action === action);

const asRefusal = (reason: Reason): Refusal | undefined =>
  reason instanceof Refusal ? reason : reason ? conflict(reason) : undefined;

/** Locks what a transition works on, and hears its guard. @throws Refusal what the guard says */
export async function sceneOf(
  c: RuleContext,
  t: Transition | undefined,
  row: Row,
): Promise<object> {
  const scene = { row, ...(await t?.lock?.(c, row)) };
  const refusal = asRefusal(t?.guard?.(scene, c));
  if (refusal) throw refusal;
  return scene;
}

/** The same, with what was asked for. @throws Refusal what guard or check say */
export async function enter(
  c: RuleContext,
  t: Transition | undefined,
  row: Row,
  input: Values,
): Promise<object> {
  const scene = await sceneOf(c, t, row);
  const refusal = asRefusal(t?.check?.(scene, input));
  if (refusal) throw refusal;
  return scene;
}

/** What the page of a row says of a transition: why it cannot be done now, or what speaks against it. */
export interface Heard {
  refused?: string | undefined;
  warned?: string | undefined;
}

/** What guard and warning of a transition say of a row now; nothing is locked or written. */
export async function heardOf(c: RuleContext, t: Transition, row: Row): Promise<Heard> {
  if (!t.guard && !t.warn) return {};
  try {
    const scene = { row, ...(await t.lock?.(c, row)) };
    const refused = asRefusal(t.guard?.(scene, c))?.message;
    return refused ? { refused } : { warned: t.warn?.(scene) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: refusalOf(error).message };
    throw error;
  }
}
