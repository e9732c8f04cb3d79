import { z } from "zod";
import { type DraftOf, type RowOf, tailOf } from "#documents/kit";
import { supplier } from "#documents/supplier/supplier";
import { snake } from "../../documents/names";
import type { RuleContext } from "../../documents/rules";
import { difference } from "../../documents/writing/difference";
import { writeLines } from "../../documents/writing/lines";
import { sameLines } from "../../documents/writing/same";

/** Fields whose change sends an approved supplier through approval again (supply.md 2). */
const GUARDED = [
  "name",
  "taxType",
  "taxRate",
  "currency",
  "settleMethod",
  "depositRate",
  "balanceTrigger",
  "periodDays",
] as const;

const schema = z.looseObject({
  name: z.string().optional(),
  accounts: z.array(z.looseObject({ accountNo: z.string() })).optional(),
});

/** A change of an approved supplier that waits for its approval. */
export type Pending = z.infer<typeof schema>;

/** The change that waits, as it is stored; null: none does. */
export const readPending = (stored: unknown): Pending | null =>
  stored === null || stored === undefined ? null : schema.parse(stored);

/** The same without the numbers of its accounts, which are as secret as those in force. */
export const withoutNumbers = ({ accounts, ...rest }: Pending) => ({
  ...rest,
  ...(accounts && { accounts: accounts.map((a) => ({ ...a, accountNo: tailOf(a.accountNo) })) }),
});

/** What of a save must be approved first; it is taken out of `next`. */
export function setAside(
  next: DraftOf<typeof supplier>,
  before: RowOf<typeof supplier>,
): Pending | null {
  const guarded = Object.fromEntries(
    GUARDED.flatMap((n) => (next[n] === undefined ? [] : [[n, next[n]]])),
  );
  const changed = Object.keys(difference(supplier, before, guarded));
  const { accounts } = next;
  for (const name of GUARDED) delete next[name];
  delete next.accounts;
  const moved = accounts && !sameLines(supplier.lines.accounts, before.accounts, accounts);
  if (!changed.length && !moved) return null;
  return schema.parse({
    ...Object.fromEntries(changed.map((n) => [n, guarded[n]])),
    ...(moved && { accounts }),
  });
}

/** Puts the approved change in force. */
export async function applyPending(c: RuleContext, id: string, pending: Pending) {
  const columns = GUARDED.filter((n) => n in pending).map((n) => ({
    column: snake(n),
    value: pending[n],
  }));
  const sets = columns.map(({ column }) => `, ${column} = x.${column}`).join("");
  const record = Object.fromEntries(columns.map(({ column, value }) => [column, value]));
  await c.sql.query(
    `update supplier t set pending = null${sets}
     from jsonb_populate_record(null::supplier, $2::jsonb) x where t.id = $1`,
    [id, JSON.stringify(record)],
  );
  const { accounts } = pending;
  if (accounts) await writeLines(c, supplier, {}, id, { accounts });
}
