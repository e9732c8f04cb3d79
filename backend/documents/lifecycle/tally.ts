import { countedOf, type DocumentType, type Lines } from "#documents/kit";
import { invalid } from "../../http/refusal";
import { givenLines } from "../rows";
import type { RuleContext, Transition, Values } from "../rules";
import { proposed } from "./ask";

/** What is wrong with the rows of one table, by field; `left`: what the rule says of each line now. */
function problemsOf(name: string, lines: Lines, rows: readonly Values[], left: readonly Values[]) {
  const { tally } = lines;
  if (!tally) return {};
  const known = new Map(left.map((row) => [String(row[tally.by]), Number(row[tally.left] ?? 0)]));
  const taken = new Map<string, number>();
  const wrong: Record<string, string> = {};
  rows.forEach((row, i) => {
    const line = String(row[tally.by] ?? "");
    const count = countedOf(tally, row);
    const sum = (taken.get(line) ?? 0) + count;
    taken.set(line, sum);
    const most = known.get(line);
    if (most === undefined) wrong[`${name}.${i}.${tally.by}`] = "明细不在单据中";
    else if (tally.of.some((n) => Number(row[n] ?? 0) < 0))
      wrong[`${name}.${i}.${tally.of[0]}`] = "数量不能小于0";
    else if (count && sum > most)
      wrong[`${name}.${i}.${tally.of[0]}`] = `最多${most}件，填了${sum}件`;
  });
  if (lines.required && ![...taken.values()].some((n) => n > 0)) wrong[name] = lines.required;
  return wrong;
}

/**
 * Refuses counts beyond what is left of a line, and lines that are not the document's. Answers the rows
 * that were counted, with what they are called, as the history tells them.
 * @throws Refusal 400 naming each wrong row
 */
export async function tallied(
  c: RuleContext,
  document: DocumentType,
  name: string,
  t: Transition | undefined,
  scene: object,
  input: Values,
): Promise<Record<string, Values[]>> {
  const asked = Object.entries(document.actions?.[name]?.lines ?? {}).filter(([, l]) => l.tally);
  if (!asked.length) return {};
  const now = await proposed(c, document, name, t, scene);
  const counted: Record<string, Values[]> = {};
  let wrong: Record<string, string> = {};
  for (const [list, lines] of asked) {
    const { tally } = lines;
    if (!tally) continue;
    const rows = givenLines(input, list) ?? [];
    const left = givenLines(now, list) ?? [];
    wrong = { ...wrong, ...problemsOf(list, lines, rows, left) };
    for (const row of rows) for (const n of tally.of) row[n] ??= 0;
    const saidOf = (row: Values) => left.find((l) => l[tally.by] === row[tally.by]);
    counted[list] = rows
      .filter((row) => countedOf(tally, row) > 0)
      .map((row) => ({ ...row, [`$${tally.scans}`]: saidOf(row)?.[`$${tally.scans}`] ?? null }));
  }
  const [first] = Object.values(wrong);
  if (first) throw invalid(first, wrong);
  return counted;
}
