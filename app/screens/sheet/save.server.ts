import { can, type DocumentType, inputSchema } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import { plainText } from "~/text";
import { withParams } from "~/ui";
import type { ActRow } from "../act/target";
import { problems } from "../form/problems";
import { saying, takenOut } from "../form/taken";
import { readFields, type ValueValues } from "../form/values";
import { confirmedIn } from "../frame/confirmed";
import { leadOn, pagePath, requirePermit, type ScreenRequest, statusOf } from "../frame/request.server";
import type { RowRow } from "../row/row";
import { isSame, sheetFields } from "./cells";
import { rowsById } from "./load.server";
import { type SheetAgain, type SheetTried, wasName } from "./state";
import type { SheetTarget } from "./target";

/** Names that a sentence takes. */
const NAMED = 3;

/** Names under which the cells of a row are posted. */
const posted = (id: string, name: string) => `${id}.${name}`;

/** What of a row was changed by hand: what its cells had is posted beside what they have. */
function changesIn(
  form: FormData,
  document: DocumentType,
  permissions: ReadonlySet<string>,
  { id }: ActRow,
): ValueValues {
  const changed: ValueValues = {};
  for (const [name, f] of sheetFields(document, permissions)) {
    const [at, before] = [posted(id, name), wasName(posted(id, name))];
    if (!form.has(before)) continue;
    const read = readFields(form, [
      [at, f],
      [before, f],
    ]);
    const was = f.kind === "bool" ? form.get(before) : read[before];
    if (!isSame(f, read[at], was)) changed[name] = read[at];
  }
  return changed;
}

/** What became of one row: nothing to say once it is saved. */
interface RowRefused extends Omit<SheetTried, "id" | "values"> {
  status: number;
  /** The backend did not answer: nothing more is sent to it. */
  down?: boolean;
}

async function saveRow(
  { staff, match: { document } }: ScreenRequest,
  row: RowRow | undefined,
  { id, version }: ActRow,
  values: ValueValues,
  form: FormData,
  key: string,
): Promise<RowRefused | null> {
  if (!row) return { status: 404, message: "数据不存在" };
  const { permissions } = await staff.user();
  const verdict = can(permissions, document, "edit", row);
  if (!verdict.ok) return { status: 409, message: verdict.reason };
  const open = new Set(sheetFields(document, permissions, row).map(([name]) => name));
  const shut = Object.keys(values).find((name) => !open.has(name));
  if (shut) return { status: 409, message: `${document.fields[shut]?.label ?? shut}现在不能修改` };
  const only = Object.fromEntries(Object.keys(values).map((name) => [name, true as const]));
  const parsed = inputSchema(document, "edit").pick(only).safeParse(values);
  if (!parsed.success) {
    const errors = problems(parsed.error);
    return { status: 422, message: Object.values(errors)[0], errors };
  }
  try {
    await staff.erp.put(document.api, {
      body: { ...parsed.data, id, version, ...confirmedIn(form, posted(id, "")) },
      schema: nothing,
      idempotencyKey: key ? `${key}-${id}` : undefined,
    });
    return null;
  } catch (error) {
    if (!(error instanceof ErpError) || error.signedOut) throw error;
    const { message, fields: errors } = error;
    const down = error.kind !== "refused";
    return { status: statusOf(error), message, errors, question: error.asks ? message : undefined, down };
  }
}

/** Saves the rows that were changed, each by itself; those that are refused stay open. */
export async function saveSheet(
  request: ScreenRequest,
  { rows, key }: SheetTarget,
  form: FormData,
): Promise<Response | SheetAgain> {
  const { staff, match, url } = request;
  const { document } = match;
  const { permissions } = await staff.user();
  requirePermit(permissions, document, "edit");
  const changed = rows
    .map((row) => ({ row, values: changesIn(form, document, permissions, row) }))
    .filter(({ values }) => Object.keys(values).length);
  if (!changed.length) return leadOn(request, "没有改动", withParams(pagePath(url), { sheet: 1 }), "warning");
  const now = new Map(
    (
      await rowsById(
        staff,
        document,
        changed.map(({ row }) => row.id),
      )
    ).map((row) => [row.id, row]),
  );
  const tried: SheetTried[] = [];
  const saved: string[] = [];
  const said: string[] = [];
  let status = 422;
  let down: RowRefused | undefined;
  for (const { row, values } of changed) {
    const known = now.get(row.id);
    const refused = down ?? (await saveRow(request, known, row, values, form, key));
    if (refused?.down) down = refused;
    if (!refused) saved.push(row.id);
    else {
      if (!tried.length) status = refused.status;
      const { status: _, down: __, ...why } = refused;
      tried.push({ id: row.id, values, ...why });
      said.push(`${plainText(known?.[document.display]) || row.id} ${why.message ?? ""}`.trim());
    }
  }
  const taken = takenOut(
    form,
    changed.flatMap(({ row }) =>
      sheetFields(document, permissions).map(([name, f]) => [posted(row.id, name), f] as const),
    ),
  );
  const done = `已保存 ${saved.length} 行`;
  if (!tried.length) return leadOn(request, saying(done, taken));
  const why = said.slice(0, NAMED).join("；") + (said.length > NAMED ? "等" : "");
  const message = saying(`${done}，${tried.length} 行未保存：${why}`, taken);
  return { status, sheet: { tried, saved, message } };
}

/** Shows what was typed again, with the values that a percentage makes of what the rows have. */
export async function proposeSheet(
  { staff, match: { document } }: ScreenRequest,
  { rows, adjust }: SheetTarget,
  form: FormData,
): Promise<SheetAgain> {
  const { permissions } = await staff.user();
  requirePermit(permissions, document, "edit");
  const tried = rows.map((row) => ({ id: row.id, values: changesIn(form, document, permissions, row) }));
  return { status: 200, sheet: { tried: tried.filter((t) => Object.keys(t.values).length), saved: [], adjust } };
}
