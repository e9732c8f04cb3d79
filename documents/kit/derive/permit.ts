import { allFields, type DocumentType, isBusiness, permissionOf } from "../document/document";
import { operationWords } from "../document/operations";
import type { Field } from "../field/field";
import type { Print } from "../glance/print";

/** Row of a document as far as permission rules read it. */
export interface PermitRow {
  [field: string]: unknown;
}

export type Verdict = { ok: true } | { ok: false; reason: string };

const yes: Verdict = { ok: true };
const no = (reason: string): Verdict => ({ ok: false, reason });

/** What keeps a row from being edited: 已提交 while it is in approval, else the word of its state. */
const editWord = ({ status }: DocumentType, state: string) =>
  state === "auditing" ? "已提交" : (status?.values[state]?.label ?? state);

const USUAL = ["draft", "rejected"];

/** States in which a row may go: 草稿或已驳回, or what a declaration of other states says. */
function deletableWord({ status }: DocumentType): string {
  const states = status?.deletable ?? [];
  if (!states.length || states.every((s) => USUAL.includes(s))) return "草稿或已驳回";
  return states.map((s) => status?.values[s]?.label ?? s).join("或");
}

/** By what name the guards of the backend speak of a file of a row. */
export const fileGuard = (name: string): string => `file:${name}`;

/** Why this file of the row cannot be had now, where the backend's guards said so. */
export const fileRefused = (row: PermitRow, name: string): string | undefined => guarded(row, fileGuard(name));

/** What the guards of the backend said of this row when it was read. */
function guarded(row: PermitRow, operation: string): string | undefined {
  const { refused } = row;
  if (typeof refused !== "object" || refused === null) return undefined;
  const sentence = Object.entries(refused).find(([name]) => name === operation)?.[1];
  return typeof sentence === "string" ? sentence : undefined;
}

/**
 * May the holder of these permissions do this to the row now? The console shows the reason on the
 * disabled button, the backend answers with the same sentence.
 */
export function can(
  permissions: ReadonlySet<string>,
  document: DocumentType,
  operation: string,
  row?: PermitRow,
): Verdict {
  if (!permissions.has(permissionOf(document, operation))) return no("当前操作没有权限");
  if (!row) return yes;
  const { status, maker } = document;
  if (maker && row[maker.id] && (operation === "edit" || operation === "del"))
    return no(`由${String(row[maker.text] ?? "")}生成，不能手工修改或删除`);
  const sentence = guarded(row, operation);
  if (!status) return sentence ? no(sentence) : yes;
  const state = String(row[status.field]);
  if (operation === "edit" && !status.editable.includes(state))
    return no(status.locked ?? `${document.label}${editWord(document, state)}，不能修改`);
  if (operation === "del" && !(status.deletable ?? status.editable).includes(state))
    return no(`只有${deletableWord(document)}的${document.label}可以删除`);
  const { printFrom } = document.screens;
  if (operation === "print" && printFrom && !printFrom.includes(state)) return unprinted(document, state);
  const action = document.actions?.[operation];
  if (action?.from && !action.from.includes(state))
    return no(action.refusals?.[state] ?? `${status.values[state]?.label ?? state}状态不能${action.label}`);
  if (action?.unless) {
    const [field, value, reason] = action.unless;
    if (String(row[field]) === String(value)) return no(reason);
  }
  return sentence ? no(sentence) : yes;
}

const unprinted = ({ status }: DocumentType, state: string, says?: string) =>
  no(says ?? `${status?.values[state]?.label ?? state}状态不能打印`);

/** May the holder of these permissions print this sheet of the row now? */
export function mayPrint(
  permissions: ReadonlySet<string>,
  document: DocumentType,
  { from, says }: Print,
  row: PermitRow,
): Verdict {
  if (!can(permissions, document, "print").ok) return can(permissions, document, "print");
  const state = String(row[document.status?.field ?? ""]);
  return from && !from.includes(state) ? unprinted(document, state, says) : yes;
}

/** May somebody with these permissions make a new document like one that he sees? */
export const copies = (document: DocumentType, permissions: ReadonlySet<string>): boolean =>
  isBusiness(document) &&
  document.start?.copy !== false &&
  document.can?.add !== false &&
  !document.start?.sourced &&
  !!document.screens.create &&
  can(permissions, document, "add").ok;

/** The action that the form's second button takes after saving. */
export const followOf = ({ start, flow, actions }: DocumentType): string | undefined =>
  start?.follow ?? (flow && !flow.ownStart && actions?.submit ? "submit" : undefined);

/** Word of the form's second button, which saves and submits in one go; none where there is no such step. */
export function submitOf(document: DocumentType): string | undefined {
  const { start: { submit, follow } = {}, actions = {} } = document;
  if (submit) return submit.label;
  if (follow) return `保存并${actions[follow]?.label}`;
  return followOf(document) && "保存并提交";
}

/** True when a row in this state, or a new one, may be submitted by the holder of these permissions. */
export function submits(permissions: ReadonlySet<string>, document: DocumentType, state: string | undefined): boolean {
  if (document.start?.submit) return true;
  const follow = followOf(document);
  if (!follow) return false;
  const from = document.actions?.[follow]?.from;
  const now = state ?? document.status?.initial ?? "";
  return (!from || from.includes(now)) && can(permissions, document, follow).ok;
}

/** True when somebody with these permissions may read this field's value. */
export const readable = (f: Field, who: { permissions: ReadonlySet<string> }): boolean =>
  !f.mask || who.permissions.has(f.mask);

/** Is its column there in a list that is asked for like this? */
export const isAsked = ({ column }: Field, query: Readonly<Record<string, unknown>>): boolean =>
  typeof column !== "object" || !column.asked || !!query[column.asked];

/** Fields that somebody with these permissions may never read, or that are not there in a list asked for like this. */
export const maskedFields = (
  document: DocumentType,
  permissions: ReadonlySet<string>,
  query: Readonly<Record<string, unknown>>,
): string[] =>
  Object.entries(allFields(document)).flatMap(([name, f]) =>
    readable(f, { permissions }) && isAsked(f, query) ? [] : [name],
  );

/** Chinese word of an operation, for buttons and the operation log. */
export const wordOf = (document: DocumentType, operation: string): string =>
  document.actions?.[operation]?.label ??
  (operation === "add" ? document.start?.saveLabel : undefined) ??
  operationWords[operation] ??
  operation;
