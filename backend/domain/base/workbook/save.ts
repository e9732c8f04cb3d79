import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { lockRow } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import { difference, sameLines } from "#backend/engine/documents/writing/difference";
import { requireNameable } from "#backend/engine/documents/writing/may-name";
import { insert, permit, update } from "#backend/engine/documents/writing/write";
import { writeOperLogs } from "#backend/platform/logs/oper-log";
import { type DocumentType, inputSchema } from "#documents/kit";
import { once } from "#documents/kit/once";

/** What the schema of a form says of a row, by the path of the field. */
export class Misfit extends Error {
  constructor(readonly problems: readonly { path: string; msg: string }[]) {
    super("misfit");
  }
}

/** Schemas of the form, made once: making one takes longer than judging a row by it. */
const schemas = once((document: DocumentType) => ({
  add: inputSchema(document, "add"),
  edit: inputSchema(document, "edit").partial(),
}));

/**
 * Values as the schema of the form reads them; of a change only what is given.
 * @throws Misfit
 */
export function judged(document: DocumentType, mode: "add" | "edit", given: RuleValues): RuleValues {
  const parsed = schemas(document)[mode].safeParse(given);
  if (!parsed.success)
    throw new Misfit(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), msg: message })));
  if (mode === "add") return parsed.data;
  return Object.fromEntries(Object.entries(parsed.data).filter(([name]) => given[name] !== undefined));
}

/** What a save did to a row, in the words of a result. */
export type SaveState = "added" | "changed" | "same";

interface WriteEffect {
  document: string;
  id: string;
  /** What stood in the changed fields; null: the row is new. */
  before: RuleValues | null;
  after: RuleValues | null;
}

/** What one write did: its entry in the history, and what would take it back. */
interface WriteEntry extends WriteEffect {
  bizType: string;
  diff: Record<string, unknown>;
}

/** Writes rows for an import: one entry in the history of each, and what would take it back. */
export function saver(c: RuleContext, importId: string, word: string) {
  let entries: WriteEntry[] = [];
  /** Rows that this import made: what it does to them besides goes and is told with them. */
  const made = new Set<string>();
  const passwords: { username: string; name: string; password: string }[] = [];
  const keyOf = (bizType: string, id: string) => `${bizType} ${id}`;

  function note(
    document: DocumentType,
    { id, before, after }: Omit<WriteEffect, "document">,
    diff: WriteEntry["diff"],
  ): void {
    const bizType = document.of ?? document.name;
    const key = keyOf(bizType, id);
    if (made.has(key)) return;
    if (!before) made.add(key);
    entries.push({ bizType, document: document.name, id, before, after, diff });
  }

  return {
    passwords,
    /** What another table than that of a declaration got. */
    effect: (effect: WriteEffect) => void entries.push({ ...effect, bizType: "", diff: {} }),
    /** Marks where a row begins: what it noted is forgotten with `forget` when it is taken back. */
    mark: () => ({ entries: entries.length, passwords: passwords.length }),
    forget(mark: { entries: number; passwords: number }): void {
      for (const { bizType, id } of entries.splice(mark.entries)) made.delete(keyOf(bizType, id));
      passwords.splice(mark.passwords);
    },
    /** Writes down what was noted. */
    async flush(): Promise<void> {
      const noted = entries;
      entries = [];
      if (!noted.length) return;
      await writeOperLogs(
        c.sql,
        noted.flatMap(({ bizType, id, diff }) =>
          bizType ? [{ tenantId: c.tenantId, bizType, bizId: id, action: word, diff, operator: c.caller }] : [],
        ),
      );
      const effects = noted.map(({ document, id, before, after }) => ({ document, id, before, after }));
      await c.sql.query(
        `insert into import_effect (import_id, document, row_id, before, after)
         select $1, x.document, x.id, nullif(x.before, 'null'), nullif(x.after, 'null')
         from jsonb_to_recordset($2::jsonb) as x(document text, id bigint, before jsonb, after jsonb)`,
        [importId, JSON.stringify(effects).replaceAll("\\u0000", "")],
      );
    },

    /** A new row, in force at once where `start` says so. @throws Misfit, Refusal */
    async add(document: DocumentType, given: RuleValues, start: RuleValues = {}, checked = true): Promise<string> {
      const next = { ...(checked ? judged(document, "add", given) : given), ...start };
      await requireNameable(c, document, next);
      const rules = c.book.get(document.name)?.rules ?? {};
      const diff = difference(document, undefined, next);
      const { id, oneTimePassword } = await insert(c, document, rules, next);
      note(document, { id, before: null, after: null }, diff);
      if (typeof oneTimePassword === "string")
        passwords.push({ username: String(next.username), name: String(next.displayname), password: oneTimePassword });
      return id;
    },

    /**
     * A change of a row: only what is given, and lines as `lines` makes them of what is there.
     * @returns what was there; `same` when nothing changed
     * @throws Misfit, Refusal
     */
    async edit(
      document: DocumentType,
      id: string,
      given: RuleValues,
      lines?: (before: RuleValues) => RuleValues,
    ): Promise<{ state: SaveState; before: RuleValues }> {
      const rules = c.book.get(document.name)?.rules ?? {};
      const row = await lockRow<DocumentType>(c, document, id);
      permit(c.caller.permissions, document, "edit", row);
      await rules.enrich?.(c, [row]);
      const before = { ...row, ...(await readLines<DocumentType>(c, document, id)) };
      const next = judged(document, "edit", { ...given, ...lines?.(before) });
      for (const [name, l] of Object.entries(document.lines ?? {})) {
        const [now, then] = [next[name], before[name]];
        if (Array.isArray(now) && Array.isArray(then) && sameLines(l, then, now)) delete next[name];
      }
      const diff = difference(document, before, next);
      for (const name of Object.keys(next)) if (!(name in diff)) delete next[name];
      if (!Object.keys(next).length) return { state: "same", before };
      const after = structuredClone(next);
      await requireNameable(c, document, next, { document, row: before });
      await update(c, document, rules, before, next);
      const old: RuleValues = before;
      const kept = Object.fromEntries(Object.keys(after).map((name) => [name, old[name] ?? null]));
      note(document, { id, before: kept, after }, diff);
      return { state: "changed", before };
    },
  };
}
export type Saver = ReturnType<typeof saver>;
