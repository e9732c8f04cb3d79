import { inputSchema } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import { leadOn, statusOf } from "../answer.server";
import { confirmedIn } from "../confirmed";
import { problems } from "../form/problems";
import { saying, takenOut } from "../form/taken";
import { readFields } from "../form/values";
import type { ScreenRequest } from "../request.server";
import { inlineOf, type Retry } from "./inline.server";
import type { InlineTarget } from "./target";

/** The list again, with the row still open and why it was refused. */
export interface StillOpen {
  status: number;
  retry: Retry;
}

/** Saves one row from the inputs in its cells. */
export async function saveInline(
  request: ScreenRequest,
  { key, ...row }: InlineTarget,
  form: FormData,
): Promise<Response | StillOpen> {
  const { staff, match } = request;
  const { permissions } = await staff.user();
  const fields = inlineOf(match.document, permissions);
  const values = readFields(form, fields);
  const only = Object.fromEntries(fields.map(([name]) => [name, true as const]));
  const parsed = inputSchema(match.document, "edit").pick(only).safeParse(values);
  if (!parsed.success) {
    const errors = problems(parsed.error);
    const [message] = Object.values(errors);
    return { status: 422, retry: { ...row, values, message, errors } };
  }
  try {
    await staff.erp.put(match.document.api, {
      body: { ...parsed.data, ...row, ...confirmedIn(form) },
      schema: nothing,
      idempotencyKey: key || undefined,
    });
    return leadOn(request, saying("修改成功", takenOut(form, fields)));
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const { message, fields: errors } = error;
    const question = error.asks ? message : undefined;
    return { status: statusOf(error), retry: { ...row, values, message, errors, question } };
  }
}
