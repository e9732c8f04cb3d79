import type { RuleContext } from "#backend/engine/documents";
import { act, deciderOf } from "../acting";

/** Leads some documents to states that no single action of theirs comes to. @returns nothing where it could not */
export type RarePath = (c: RuleContext) => Promise<NonNullable<unknown> | undefined>;

/** The id that this says first. */
export const idOf = async ({ sql }: RuleContext, text: string, values: unknown[] = []): Promise<string | undefined> =>
  (await sql.one<{ id: string }>(text, values))?.id;

/** Decided against by whoever has to decide. */
export async function refuse(c: RuleContext, name: string, id: string, comment: string): Promise<true> {
  const person = await deciderOf(c, name, id);
  if (person) await act(person, name, id, "reject", { comment });
  return true;
}
