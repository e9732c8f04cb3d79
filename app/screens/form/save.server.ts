import { z } from "zod";
import { inputSchema } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id } from "~/erp/shapes";
import { STATUS_MESSAGES } from "~/text/messages";
import { leadOn, statusOf } from "../answer.server";
import { confirmedIn } from "../confirmed";
import { rowHref } from "../href";
import { formHasPage, type ScreenRequest } from "../request.server";
import { loadRow } from "../row/load.server";
import { closesTo, formAgain } from "./again.server";
import { backToForm } from "./create-link.server";
import type { FormState } from "./form";
import { fromSource } from "./from-source.server";
import { asItIsNow } from "./newer.server";
import { readPosted } from "./posted.server";
import { problems } from "./problems";
import { resolveRefs } from "./refs.server";
import { submitSaved } from "./submit.server";
import { saying } from "./taken";
import type { FormTarget } from "./target";
import { blankRowsLast, type Values, withoutBlankRows } from "./values";

const saved = z.union([
  z.looseObject({ id, oneTimePassword: z.string().optional(), account: z.string().optional() }),
  id.transform((v) => ({ id: v })),
]);
type Saved = { id: string; oneTimePassword?: string; account?: string };

/** Saves a new row or a changed one. */
export const save = (request: ScreenRequest, target: FormTarget, form: FormData) =>
  write(request, target, form, {});

/** Saves a row and submits it in one go. */
export function saveAndSubmit(request: ScreenRequest, target: FormTarget, form: FormData) {
  const { submit } = request.match.document;
  return submit
    ? write(request, target, form, { [submit.flag]: true })
    : write(request, target, form, {}, true);
}

/** Checks and sends a posted form; what is wrong stands in the form again, with everything typed. */
async function write(
  request: ScreenRequest,
  target: FormTarget,
  form: FormData,
  more: Values,
  submit = false,
) {
  const { staff, url } = request;
  const { mode } = target;
  const read = await readPosted(request, target, form);
  const { document } = read;
  const posted = { ...read, ...blankRowsLast(document, read) };
  const { values } = posted;
  const again = (status: number, shown: Values, state: Partial<FormState>) =>
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

function send({ staff, match }: ScreenRequest, target: FormTarget, values: Values) {
  const { mode, id: rowId, version, key } = target;
  const { api, savePath } = match.document;
  const body = mode === "edit" ? { ...values, id: rowId, version } : values;
  const options = { body, schema: saved, idempotencyKey: key || undefined };
  const creates = savePath || mode === "add";
  return (
    creates ? staff.erp.post(savePath ?? api, options) : staff.erp.put(api, options)
  ) as Promise<Saved>;
}

/** The saved row on its page, the page behind the dialog, or a password that is shown once. */
async function done(
  request: ScreenRequest,
  { mode, key }: FormTarget,
  row: Saved,
  submit: boolean,
  taken?: string,
) {
  const { document } = request.match;
  const saved = mode === "add" ? `${document.saveLabel ?? "新增"}成功` : "修改成功";
  const title = saying(saved, taken);
  const { oneTimePassword, account } = row;
  if (oneTimePassword)
    return { status: 200, dialog: { kind: "outcome" as const, title, oneTimePassword, account } };
  const page = rowHref(document, "detail", row.id, document.screens.list);
  const back = mode === "add" && (await backToForm(request.staff, document, request.url, row.id));
  const to = back || (formHasPage(request) ? page : closesTo(request));
  if (submit) {
    const { text, tone } = await submitSaved(request, row.id, key);
    return leadOn(request, saying(text, taken), to, tone);
  }
  const made = mode === "add" ? await nameOf(request, row.id) : undefined;
  return leadOn(request, title, to, "success", made ? { text: made, href: page } : undefined);
}

/** What a new row is called: 采购单 CG2611220001. */
async function nameOf({ staff, match: { document } }: ScreenRequest, rowId: string) {
  const row = await loadRow(staff, document, rowId).catch(() => null);
  return row ? `${document.label} ${row[document.display] ?? ""}`.trim() : undefined;
}
