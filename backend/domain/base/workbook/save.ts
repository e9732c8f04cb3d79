import type { DocumentRuleRow, RuleContext, RuleValues } from "#backend/engine/documents";
import { lockAll } from "#backend/engine/documents";
import { difference, sameLines } from "#backend/engine/documents/writing/difference";
import { insertMany, updateMany } from "#backend/engine/documents/writing/many";
import { requireAllNameable } from "#backend/engine/documents/writing/may-name";
import { permit } from "#backend/engine/documents/writing/write";
import { breather } from "#backend/platform/breath";
import { missing } from "#backend/platform/http";
import { writeOperLogs } from "#backend/platform/logs/oper-log";
import { type DocumentType, inputSchema } from "#documents/kit";
import { once } from "#documents/kit/once";
import type { Workbook } from "./store";

/** What the schema of a form says of a row, by the path of the field. */
export class Misfit extends Error {
  /** `at`: row that a problem is about, where several are written together. */
  constructor(readonly problems: readonly { path: string; msg: string; at?: number }[]) {
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

/** A change of one row. */
interface SaverEdit {
  id: string;
  given: RuleValues;
  lines?: ((before: RuleValues) => RuleValues | Promise<RuleValues>) | undefined;
}

interface SaverEdited {
  state: SaveState;
  before: RuleValues;
}

/** What a change of a row changes; what stays as it is goes out of it. */
function changed(document: DocumentType, before: DocumentRuleRow, next: RuleValues): Record<string, unknown> {
  for (const [name, l] of Object.entries(document.lines ?? {})) {
    const [now, then] = [next[name], before[name]];
    if (Array.isArray(now) && Array.isArray(then) && sameLines(l, then, now)) delete next[name];
  }
  const diff = difference(document, before, next);
  for (const name of Object.keys(next)) if (!(name in diff)) delete next[name];
  return diff;
}

/** Writes rows for an import: one entry in the history of each, and what would take it back. */
export function saver(c: RuleContext, { id: importId, fileName }: Pick<Workbook, "id" | "fileName">, word: string) {
  let entries: WriteEntry[] = [];
  /** Rows that this import made: what it does to them besides goes and is told with them. */
  const made = new Set<string>();
  const passwords: { username: string; name: string; password: string }[] = [];
  const keyOf = (bizType: string, id: string) => `${bizType} ${id}`;
  const rulesOf = ({ name }: DocumentType) => c.book.get(name)?.rules ?? {};
  const breathe = breather();

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
    fileName,
    passwords,
    importId,
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

    /**
     * New rows, in force at once where `start` says so; `checked`: of a form, whose schema they pass.
     * @throws Misfit, Refusal when one of them is refused: none is written then
     */
    async addMany(
      document: DocumentType,
      given: readonly RuleValues[],
      start: RuleValues = {},
      checked = true,
    ): Promise<string[]> {
      const rows: RuleValues[] = [];
      for (const one of given) {
        await breathe();
        rows.push({ ...(checked ? judged(document, "add", one) : one), ...start });
      }
      await requireAllNameable(
        c,
        document,
        rows.map((values) => ({ values })),
      );
      const diffs = rows.map((next) => difference(document, undefined, next));
      const made = await insertMany(c, document, rulesOf(document), rows);
      for (const [i, { id, oneTimePassword }] of made.entries()) {
        note(document, { id, before: null, after: null }, diffs[i] ?? {});
        if (typeof oneTimePassword !== "string") continue;
        const { username, displayname } = rows[i] ?? {};
        passwords.push({ username: String(username), name: String(displayname), password: oneTimePassword });
      }
      return made.map(({ id }) => id);
    },

    /** One of them. */
    async add(document: DocumentType, given: RuleValues, start?: RuleValues, checked?: boolean): Promise<string> {
      const [id = ""] = await this.addMany(document, [given], start, checked);
      return id;
    },

    /**
     * Changes of rows, each once: only what is given, and lines as `lines` makes them of what is there.
     * @returns of each what was there; `same` when nothing changed, of which nothing is written
     * @throws Misfit, Refusal when one of them is refused: none is written then
     */
    async editMany(document: DocumentType, edits: readonly SaverEdit[]): Promise<SaverEdited[]> {
      const rules = rulesOf(document);
      const rows = await lockAll(
        c,
        document,
        edits.map(({ id }) => id),
      );
      for (const row of rows) permit(c.caller.permissions, document, "edit", row);
      await rules.enrich?.(c, rows);
      const byId = new Map(rows.map((row) => [row.id, row]));
      const done: SaverEdited[] = [];
      const changes: { before: DocumentRuleRow; values: RuleValues; diff: WriteEntry["diff"] }[] = [];
      for (const { id, given, lines } of edits) {
        await breathe();
        const before = byId.get(id);
        if (!before) throw missing();
        const next = judged(document, "edit", { ...given, ...(await lines?.(before)) });
        const diff = changed(document, before, next);
        const same = !Object.keys(next).length;
        done.push({ state: same ? "same" : "changed", before });
        if (!same) changes.push({ before, values: next, diff });
      }
      const afters = changes.map(({ values }) => structuredClone(values));
      await requireAllNameable(
        c,
        document,
        changes.map(({ before: row, values }) => ({ values, before: { document, row } })),
      );
      await updateMany(c, document, rules, changes);
      for (const [i, { before, diff }] of changes.entries()) {
        const after = afters[i] ?? {};
        const kept = Object.fromEntries(Object.keys(after).map((name) => [name, before[name] ?? null]));
        note(document, { id: before.id, before: kept, after }, diff);
      }
      return done;
    },

    /** One of them. */
    async edit(
      document: DocumentType,
      id: string,
      given: RuleValues,
      lines?: SaverEdit["lines"],
    ): Promise<SaverEdited> {
      const [done] = await this.editMany(document, [{ id, given, lines }]);
      if (!done) throw missing();
      return done;
    },
  };
}
export type Saver = ReturnType<typeof saver>;
