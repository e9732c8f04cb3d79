import { type DocumentType, someOf } from "#documents/kit";

/** A document that nobody submitted yet, or that came back, and that holds something all the same. */
export interface HoldingDraft {
  no: string;
  status: string;
  /** How much of it; nothing where it holds all there is. */
  held?: string | number | null;
}

/** Drafts that are named; of more it is said how many. */
const NAMED = 3;

/** "：采购单CG1（草稿）占用5": which drafts hold what is refused; nothing where none does. */
export function saidDrafts({ label, status }: DocumentType, drafts: readonly HoldingDraft[]): string {
  if (!drafts.length) return "";
  const named = drafts.map((d) => {
    const held = d.held === null || d.held === undefined ? "" : `占用${d.held}`;
    return `${label}${d.no}（${status?.values[d.status]?.label ?? d.status}）${held}`;
  });
  return `：${someOf(named, NAMED, "张")}`;
}
