import { z } from "zod";
import { can, type DocumentType, formFields, formLines, inputSchema, type Mode, openIn } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { STATUS_MESSAGES } from "~/text";
import { confirmedIn } from "../frame/confirmed";
import { rowHref } from "../frame/href";
import { formHasPage, leadOn, type ScreenRequest, statusOf } from "../frame/request.server";
import { loadRow } from "../row/load.server";
import { changedBy } from "../row/row";
import { closesTo, formAgain } from "./again.server";
import { conflictsOf } from "./conflict.server";
import type { FormState } from "./form";
import { backToForm, formOptions, loadSource, stateOf } from "./load.server";
import { readPosted } from "./posted.server";
import { problems } from "./problems";
import { resolveRefs, showLabels } from "./refs.server";
import { readSeen, seenOf } from "./seen.server";
import { submitSaved } from "./submit.server";
import { saying } from "./taken";
import type { FormTarget } from "./target";
import { blankRowsLast, type ValueValues, withoutBlankRows } from "./values";

/** A form after somebody else was faster. */
interface Newer {
  /** What may be edited now. */
  document: DocumentType;
  /** What was typed into that. */
  typed: ValueValues;
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
async function asItIsNow(
  { staff, match, url }: ScreenRequest,
  { mode, id, version, state: was, seen }: FormTarget,
  values: ValueValues,
  sent: ValueValues,
): Promise<Newer | null> {
  const row = id ? await loadRow(staff, match.document, id).catch(() => null) : null;
  const state: Partial<FormState> = { reloadHref: url.pathname + url.search };
  const before = openIn(match.document, was);
  if (!row || row.version === version) return row ? { document: before, typed: values, state } : null;
  const verdict = can((await staff.user()).permissions, match.document, "edit", row);
  const now = stateOf(match.document, row);
  const document = verdict.ok ? openIn(match.document, now) : before;
  const open = new Set(namesIn(document).map(([name]) => name));
  const shut = namesIn(before).filter(([name]) => !open.has(name));
  const typed = Object.fromEntries(Object.entries(values).filter(([name]) => !shut.some(([one]) => one === name)));
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

const isBlank = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);

/**
 * A source that was typed and not yet read: what it brings fills what is blank, to be checked before
 * it is saved. Nothing where rows are there already, or where no such source is found.
 */
async function fromSource(
  staff: Staff,
  document: DocumentType,
  mode: Mode,
  typed: ValueValues,
  resolved: ValueValues,
  url: URL,
): Promise<ValueValues | null> {
  const [by = ""] = Object.keys(document.start?.prefill ?? {});
  const id = String(resolved[by] ?? "");
  // Of several tables that come from a source one has rows, by what it is.
  const brought = formLines(document).filter(([, l]) => l.sourced === "whole");
  const missing = brought.every(([n]) => isBlank(typed[n]));
  if (mode !== "add" || !brought.length || !missing || !/^\d{1,19}$/.test(id)) return null;
  const from = new URL(url);
  from.searchParams.set(by, id);
  const source = await loadSource(staff, document, from).catch(() => null);
  if (!source) return null;
  const given = Object.entries(typed).filter(([, value]) => !isBlank(value));
  return showLabels(document, mode, { ...source, ...Object.fromEntries(given) });
}

const saved = z.union([
  z.looseObject({ id, oneTimePassword: z.string().optional(), account: z.string().optional() }),
  id.transform((v) => ({ id: v })),
]);
type FormSaved = { id: string; oneTimePassword?: string; account?: string };

/** Saves a new row or a changed one. */
export const save = (request: ScreenRequest, target: FormTarget, form: FormData) => write(request, target, form, {});

/** Saves a row and submits it in one go. */
export function saveAndSubmit(request: ScreenRequest, target: FormTarget, form: FormData) {
  const { start: { submit } = {} } = request.match.document;
  return submit ? write(request, target, form, { [submit.flag]: true }) : write(request, target, form, {}, true);
}

/** Checks and sends a posted form; what is wrong stands in the form again, with everything typed. */
async function write(request: ScreenRequest, target: FormTarget, form: FormData, more: ValueValues, submit = false) {
  const { staff, url } = request;
  const { mode } = target;
  const read = await readPosted(request, target, form);
  const { document } = read;
  const posted = { ...read, ...blankRowsLast(document, read) };
  const { values } = posted;
  const again = (status: number, shown: ValueValues, state: Partial<FormState>) =>
    formAgain(request, document, target, status, shown, { told: read.taken, ...state });
  const resolved = await resolveRefs(staff, document, mode, withoutBlankRows(document, values));
  const parsed = inputSchema(document, mode).safeParse(resolved.values);
  const errors = {
    ...(parsed.success ? {} : problems(parsed.error)),
    ...posted.errors,
    // A code that nobody has says so, instead of not being an id.
    ...resolved.errors,
  };
  if (!parsed.success || Object.keys(errors).length) {
    const filled = await fromSource(staff, document, mode, values, resolved.values, url);
    if (filled) return again(422, filled, { message: "已带出来源单据的明细，请核对后再提交" });
    return again(422, values, { errors });
  }
  try {
    const sent = { ...parsed.data, ...more, ...confirmedIn(form) };
    return await done(request, target, await send(request, target, sent), submit, read.taken);
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const shown = {
      errors: { ...error.fields },
      message: error.fields ? null : error.message,
      ...(error.asks && { question: error.message }),
      key: keyAfter(error, target.key),
      told: read.taken,
    };
    const stale = error.status === 409 && mode === "edit" && !error.asks;
    const newer = stale ? await asItIsNow(request, target, values, parsed.data) : null;
    if (!newer) return again(statusOf(error), values, shown);
    const { document: open, typed, state } = newer;
    return formAgain(request, open, target, statusOf(error), typed, { ...shown, ...state });
  }
}

/** A refused write left nothing behind: the next is another one, unless the first still runs. */
const keyAfter = ({ status, message }: ErpError, key: string): string =>
  status === 409 && message !== STATUS_MESSAGES["000"] ? crypto.randomUUID() : key;

function send({ staff, match }: ScreenRequest, target: FormTarget, values: ValueValues) {
  const { mode, id: rowId, version, key } = target;
  const { api, calls: { save: savePath } = {} } = match.document;
  const body = mode === "edit" ? { ...values, id: rowId, version } : values;
  const options = { body, schema: saved, idempotencyKey: key || undefined };
  const creates = savePath || mode === "add";
  return creates ? staff.erp.post(savePath ?? api, options) : staff.erp.put(api, options);
}

/** The saved row on its page, the page behind the dialog, or a password that is shown once. */
async function done(
  request: ScreenRequest,
  { mode, key }: FormTarget,
  row: FormSaved,
  submit: boolean,
  taken?: string,
) {
  const { document } = request.match;
  const saved = mode === "add" ? `${document.start?.saveLabel ?? "新增"}成功` : "修改成功";
  const title = saying(saved, taken);
  const { oneTimePassword, account } = row;
  if (oneTimePassword) return { status: 200, dialog: { kind: "outcome" as const, title, oneTimePassword, account } };
  const page = rowHref(document, "detail", row.id, document.screens.list);
  const back = mode === "add" && (await backToForm(request.staff, document, request.url, row.id));
  const to = back || (formHasPage(request) ? page : closesTo(request));
  if (submit) {
    const { text, tone, ...more } = await submitSaved(request, row.id, key);
    return leadOn(request, saying(text, taken), to, tone, more);
  }
  const made = mode === "add" ? await nameOf(request, row.id) : undefined;
  return leadOn(request, title, to, "success", made ? { link: { text: made, href: page } } : {});
}

/** What a new row is called: 采购单 CG2611220001. */
async function nameOf({ staff, match: { document } }: ScreenRequest, rowId: string) {
  const row = await loadRow(staff, document, rowId).catch(() => null);
  return row ? `${document.label} ${row[document.display] ?? ""}`.trim() : undefined;
}
