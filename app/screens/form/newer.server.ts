import { can, type DocumentType, formFields, formLines, openIn } from "#documents/kit";
import { rowHref } from "../href";
import type { ScreenRequest } from "../request.server";
import { changedBy } from "../row/changed-by";
import { loadRow } from "../row/load.server";
import { conflictsOf } from "./conflict.server";
import type { FormState } from "./form";
import { formOptions, stateOf } from "./load.server";
import { readSeen, seenOf } from "./seen.server";
import type { FormTarget } from "./target";
import type { Values } from "./values";

/** A form after somebody else was faster. */
interface Newer {
  /** What may be edited now. */
  document: DocumentType;
  /** What was typed into that. */
  typed: Values;
  state: Partial<FormState>;
}

/** Names of what a form has. */
const namesIn = (document: DocumentType): [string, string][] => [
  ...formFields(document, "edit")
    .filter(([, f]) => !f.readonlyIn?.includes("edit"))
    .map(([name, f]): [string, string] => [name, f.label]),
  ...formLines(document).map(([name, l]): [string, string] => [name, l.label]),
];

/** What a form shows of a row that somebody else saved meanwhile: the next save knows the row as it is. */
export async function asItIsNow(
  { staff, match, url }: ScreenRequest,
  { mode, id, version, state: was, seen }: FormTarget,
  values: Values,
  sent: Values,
): Promise<Newer | null> {
  const row = id ? await loadRow(staff, match.document, id).catch(() => null) : null;
  const state: Partial<FormState> = { reloadHref: url.pathname + url.search };
  const before = openIn(match.document, was);
  if (!row || row.version === version)
    return row ? { document: before, typed: values, state } : null;
  const verdict = can((await staff.user()).permissions, match.document, "edit", row);
  const now = stateOf(match.document, row);
  const document = verdict.ok ? openIn(match.document, now) : before;
  const open = new Set(namesIn(document).map(([name]) => name));
  const shut = namesIn(before).filter(([name]) => !open.has(name));
  const typed = Object.fromEntries(
    Object.entries(values).filter(([name]) => !shut.some(([one]) => one === name)),
  );
  const options = await formOptions(staff, document, mode, values);
  const sides = { sent, typed: values, row, seen: readSeen(seen ?? ""), options };
  const conflicts = conflictsOf(document, mode, sides);
  const by = changedBy(row);
  Object.assign(state, { conflicts, changedBy: by, typedOver: version });
  if (!verdict.ok) {
    const href = rowHref(match.document, "detail", row.id, match.document.screens.list);
    return { document, typed, state: { ...state, closed: { href, reason: verdict.reason } } };
  }
  const next = { version: row.version, state: now, seen: seenOf(document, row) };
  const who = by ?? "其他人";
  const message = conflicts.length
    ? `${who}保存了修改，有${conflicts.length}处与您填写的不同，请选择后再保存`
    : `${who}保存了修改，没有改动您填写的内容，请再保存一次`;
  const told = shut.length
    ? `单据状态已改变，以下内容不能再修改：${shut.map(([, label]) => label).join("、")}`
    : undefined;
  return { document, typed, state: { ...state, ...next, message, told } };
}
