import { z } from "zod";
import { inputSchema } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import type { Outcome } from "../act/state";
import { problems } from "../form/problems";
import { readFields } from "../form/values";
import { type InFront, type ScreenRequest, statusOf } from "../frame/request.server";
import { loadBulk } from "./load.server";
import type { BulkState } from "./state";
import type { BulkTarget } from "./target";

const answer = z.array(
  z.object({ id: z.string(), no: z.string().nullable(), ok: z.boolean(), msg: z.string().nullable() }),
);

/** Sets one field of several rows; each has its own result. Refused as a whole, the dialog asks again. */
export async function runBulk(
  { staff, match: { document } }: ScreenRequest,
  { field, rows, key }: BulkTarget,
  form: FormData,
): Promise<InFront<BulkState | Outcome>> {
  const ids = rows.map((row) => row.id);
  const state = await loadBulk(staff, document, ids, field);
  if (!state || state.field !== field) throw Response.json({ message: "不认识的操作" }, { status: 400 });
  const declared = document.fields[field];
  const values = readFields(form, declared ? [[field, declared]] : []);
  const again = (status: number, more: Partial<BulkState>) => ({
    status,
    dialog: { ...state, rows: state.rows, values, ...more },
  });
  const parsed = inputSchema(document, "edit")
    .pick({ [field]: true })
    .safeParse(values);
  if (!parsed.success) return again(422, { errors: problems(parsed.error) });
  try {
    const results = await staff.erp.put(`${document.api}/batch`, {
      body: { rows, field, value: parsed.data[field] },
      schema: answer,
      idempotencyKey: key,
    });
    const title = `批量修改${declared?.label ?? ""}结果`;
    const named = results.map(({ no, ...r }) => ({ ...r, label: no ?? r.id }));
    return { status: 200, dialog: { kind: "outcome", title, results: named }, done: ids };
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return again(statusOf(error), { message: error.message, errors: { ...error.fields } });
  }
}
