import type { RuleContext } from "#backend/engine/documents";
import type { TerminalAsk } from "#documents/wms/terminal/words";
import type { Counted, DomainJob, Expected, JobPlace, JobSums, Piece } from "./job";

/** What a code opens: the document to count, and pieces that the same scan counts (a carton). */
export interface Opened {
  id: string | null;
  no: string | null;
  expected: Expected[];
  facts?: Record<string, unknown>;
  pieces?: Piece[];
  /** The code that opened it counts itself. */
  counts?: boolean;
}

/** What somebody answered at the end of a job: texts, ids of uploaded files. */
export type Answers = Readonly<Record<string, string | string[]>>;

export interface Done {
  /** Name of the declaration, id and the sentence that says what was made. */
  document: string;
  id: string;
  said: string;
}

/** One kind of job. */
export interface DomainKind {
  /** The document of the job. @returns nothing for a code that names none. @throws Refusal with the reason */
  open(c: RuleContext, place: JobPlace, code: string): Promise<Opened | undefined>;
  /** Pieces of a code that is no SKU (a carton). */
  pieces?(
    job: DomainJob,
    code: string,
    before: readonly Counted[],
    qty: number,
  ): { pieces: Piece[]; said: string } | undefined;
  /** Boxes among scans, where they are no labels. */
  cartons?(scans: readonly Counted[]): number;
  /** A SKU that is not expected: what may be counted of it. Nothing: it is foreign. */
  more?(c: RuleContext, place: JobPlace, skuId: string, good: boolean): Promise<number | null>;
  /** More than expected is counted all the same, and said. */
  over?: boolean;
  ask(c: RuleContext, job: DomainJob, scans: readonly Counted[]): Promise<TerminalAsk[]>;
  finish(c: RuleContext, job: DomainJob, scans: readonly Counted[], answers: Answers): Promise<Done>;
}

/** Pieces shared out over lines of the same SKU in their order; the last one takes what is too many. */
export function share<L extends { skuId: string; room: number }>(
  lines: readonly L[],
  sums: JobSums,
  which: "good" | "bad",
): Map<L, number> {
  const shares = new Map<L, number>();
  for (const skuId of new Set(lines.map((l) => l.skuId))) {
    const own = lines.filter((l) => l.skuId === skuId);
    let left = sums.get(skuId)?.[which] ?? 0;
    for (const [i, line] of own.entries()) {
      const taken = i === own.length - 1 ? left : Math.min(left, line.room);
      shares.set(line, taken);
      left -= taken;
    }
  }
  return shares;
}

export const text = (answers: Answers, name: string): string => {
  const value = answers[name];
  return typeof value === "string" ? value.trim() : "";
};
export const files = (answers: Answers, name: string): string[] => {
  const value = answers[name];
  return Array.isArray(value) ? value : value ? [value] : [];
};
export const whole = (answers: Answers, name: string): number | undefined => {
  const value = text(answers, name);
  return /^\d{1,6}$/.test(value) ? Number(value) : undefined;
};

/** Choices of a dictionary. */
export const choices = ({ sql, tenantId }: RuleContext, type: string) =>
  sql.query<{ value: string; label: string }>(
    `select value, label from sys_dict_item
     where tenant_id = $1 and dict_type = $2 and del_flag = 0 and not disabled order by sort_order, id`,
    [tenantId, type],
  );

/** Choices of an option field. */
export const optionsOf = (options: Readonly<Record<string, { label: string }>>) =>
  Object.entries(options).map(([value, { label }]) => ({ value, label }));

/** One question. */
export const ask = (
  kind: TerminalAsk["kind"],
  name: string,
  label: string,
  more: Partial<TerminalAsk> = {},
): TerminalAsk => ({ name, label, kind, ...more });
