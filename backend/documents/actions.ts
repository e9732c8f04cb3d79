import { z } from "zod";
import { type Action, actionSchema, type DocumentType, permissionOf, wordOf } from "#documents/kit";
import { type Call, type Endpoint, endpoint } from "../http/endpoint";
import { refusalOf } from "../http/refusal";
import { validate } from "../http/validate";
import { writeOperLog } from "../logs/oper-log";
import { savedSchema } from "./answer";
import { context, ID, idParams, keyOf, versionIn } from "./call";
import { difference } from "./difference";
import { once } from "./idempotency";
import { options } from "./list";
import { snake } from "./names";
import type { Row, Rules, Values } from "./rules";
import { checkVersion, lockRow, permit } from "./write";

const batchIn = z.object({
  ids: z
    .array(z.string().regex(/^\d{1,18}$/, "编号不正确"), "请先选择数据")
    .min(1, "请先选择数据")
    .max(200, "一次最多选择200条"),
});
const batchAnswer = z.array(
  z.object({
    id: z.string(),
    /** Number or name of the row; null when there is none that the caller may see. */
    no: z.string().nullable(),
    ok: z.boolean(),
    msg: z.string().nullable(),
  }),
);

/** The row without values of which an action asks something else by the same name. */
const unasked = (row: Row, action: Action | undefined): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(action?.input ?? {}).flatMap(([name, f]) => (f.asked ? [[name, null]] : [])),
  ),
});

/** Runs one action on one row in one transaction; a transition changes the state as its last step. */
function act(
  call: Call,
  document: DocumentType,
  rules: Rules,
  name: string,
  id: string,
  body: Values,
) {
  const action = document.actions?.[name];
  const input = validate(actionSchema(action?.input, action?.lines), body) as Values;
  const key = keyOf(call);
  const request = [document.api, name, id, body];
  return once(call.db, call.caller, key && `${key}:${id}`, request, async (sql) => {
    const c = context(call, sql);
    await rules.lockFirst?.(c, name, id);
    const row = await lockRow(c, document, id);
    const seen = body.version === undefined ? undefined : Number(body.version);
    // Whether somebody was faster is said by the approval, before state and version speak of it.
    const decides = action?.who === "candidate";
    permit(c, document, name, decides ? undefined : row);
    if (!decides) checkVersion(row, seen);
    const answer = await rules.actions?.[name]?.(c, row, input);
    if (decides) checkVersion(row, seen);
    const { status } = document;
    if (action?.to && status)
      await sql.query(`update ${document.table} set ${snake(status.field)} = $2 where id = $1`, [
        id,
        action.to,
      ]);
    // The rule may have written the row as well: its version is read back.
    const after = await sql.one<{ version: number }>(
      `update ${document.table} set version = version + 1, update_by = $2, update_time = now()
       where id = $1 returning version`,
      [id, call.caller.userId],
    );
    await writeOperLog(sql, {
      tenantId: c.tenantId,
      bizType: document.of ?? document.name,
      bizId: id,
      action: wordOf(document, name),
      fromState: status ? String(row[status.field]) : undefined,
      toState: action?.to,
      diff: difference({ ...document, fields: action?.input ?? {} }, unasked(row, action), input),
      operator: c.caller,
    });
    return { ...answer, id, version: after?.version ?? row.version + 1 };
  });
}

/** One call per declared action, and one for several rows where it is declared so. */
export function actions(document: DocumentType, rules: Rules): Endpoint[] {
  const { api, label } = document;
  return Object.entries({ ...document.actions }).flatMap(([name, action]) => {
    // It only leads to the form of another document.
    if (action.opens) return [];
    const base = {
      tag: label,
      method: "post",
      permission: permissionOf(document, name),
    } as const;
    const one = endpoint({
      ...base,
      path: `${api}/${ID}/${name}`,
      title: `${action.label}${label}`,
      params: idParams,
      body: z.looseObject({
        ...versionIn.shape,
        ...actionSchema(action.input, action.lines).shape,
      }),
      response: savedSchema,
      handle: (call) => act(call, document, rules, name, call.params.id, call.body as Values),
    });
    if (!action.batch) return [one];
    const many = endpoint({
      ...base,
      path: `${api}/batch/${name}`,
      title: `批量${action.label}${label}`,
      body: z.looseObject({ ...batchIn.shape, ...actionSchema(action.input, action.lines).shape }),
      response: batchAnswer,
      handle: (call) =>
        batch(call, document, (id) =>
          act(call, document, rules, name, id, { ...(call.body as Values), version: undefined }),
        ),
    });
    return [one, many];
  });
}

/** Each id in a transaction of its own, with a result for each (supply.md 0.4). */
async function batch(call: Call, document: DocumentType, run: (id: string) => Promise<unknown>) {
  const results: z.output<typeof batchAnswer> = [];
  const { ids } = call.body as { ids: string[] };
  const known = await options(context(call, call.db), document, { ids: ids.join(",") });
  for (const id of new Set(ids)) {
    const no = known.find((row) => row.id === id)?.label ?? null;
    try {
      await run(id);
      results.push({ id, no, ok: true, msg: null });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.status >= 500) throw error;
      results.push({ id, no, ok: false, msg: refusal.message });
    }
  }
  return results;
}
