import { z } from "zod";
import { type Call, type Endpoint, endpoint } from "#backend/platform/http";
import { keyOf, once, onceAll } from "#backend/platform/http/idempotency";
import { type Action, actionSchema, asksRows, batchSchema, type DocumentType, permissionOf } from "#documents/kit";
import { context, ID, idParams, versionIn } from "../call";
import { askFor } from "../lifecycle/ask";
import { perform } from "../lifecycle/perform";
import { isTogether, type PerformedOne, performMany } from "../lifecycle/perform-many";
import { savedSchema } from "../reading/answer";
import type { Rules, RuleValues } from "../rules";
import { batch, batchAnswer, MOST_ROWS } from "./bulk";

const batchIn = z.object({
  ids: z
    .array(z.string().regex(/^\d{1,18}$/, "编号不正确"), "请先选择数据")
    .min(1, "请先选择数据")
    .max(MOST_ROWS, `一次最多选择${MOST_ROWS}条`),
});

/** Runs one action on one row in one transaction, once per Idempotency-Key. */
function act(call: Call, document: DocumentType, name: string, id: string, body: RuleValues) {
  const key = keyOf(call);
  const seen = body.version === undefined ? undefined : Number(body.version);
  return once(call.db, call.caller, key && `${key}:${id}`, [document.api, name, id, body], (sql) =>
    perform(context(call, sql), document, id, name, structuredClone(body), { seen }),
  );
}

/** The same on the first of several rows, each by its own key. */
async function actTogether(call: Call, document: DocumentType, name: string, ids: readonly string[], body: RuleValues) {
  const key = keyOf(call);
  const asked = ids.map((id) => ({ key: key && `${key}:${id}`, request: [document.api, name, id, body] }));
  let ends: PerformedOne[] = [];
  await onceAll(call.db, call.caller, asked, async (sql) => {
    ends = await performMany(context(call, sql), document, ids, name);
    return ends.map(({ id, version }) => (version === undefined ? undefined : { id, version }));
  });
  return ends;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** What one of several rows is asked to have: its own values, or the common ones with its place. */
function ownValues({ each }: Action, body: RuleValues & { ids: string[] }, id: string): RuleValues {
  if (!each) return body;
  const { each: rows, ...common } = body;
  const own = z.record(z.string(), z.record(z.string(), z.unknown())).parse(rows ?? {})[id] ?? {};
  const place = [...new Set(body.ids)].indexOf(id) + 1;
  const mine = (name: string) => text(own[name]) || (text(common[name]) && `${text(common[name])}-${place}`) || null;
  return { ...common, ...Object.fromEntries(each.fields.map((name) => [name, mine(name)])) };
}

/** What an action that asks for rows starts from. */
const asks = (document: DocumentType, rules: Rules, name: string, label: string) =>
  endpoint({
    tag: document.label,
    permission: permissionOf(document, name),
    path: `${document.api}/${ID}/${name}/ask`,
    title: `${label}${document.label}预填`,
    params: idParams,
    response: savedSchema,
    handle: (call) => askFor(context(call, call.db), document, rules, call.params.id, name),
  });

/** One call per declared action, and one for several rows where it is declared so. */
export function actions(document: DocumentType, rules: Rules): Endpoint[] {
  const { api, label } = document;
  return Object.entries({ ...document.actions }).flatMap(([name, action]) => {
    // It only leads to the form of another document.
    if (action.opens) return [];
    const base = { tag: label, method: "post", permission: permissionOf(document, name) } as const;
    const one = endpoint({
      ...base,
      path: `${api}/${ID}/${name}`,
      title: `${action.label}${label}`,
      params: idParams,
      body: () => z.object({ ...versionIn.shape, ...actionSchema(action.input, action.lines).shape }),
      response: savedSchema,
      handle: (call) => act(call, document, name, call.params.id, call.body),
    });
    const own = asksRows(action) ? [asks(document, rules, name, action.label), one] : [one];
    if (!action.batch) return own;
    const many = endpoint({
      ...base,
      path: `${api}/batch/${name}`,
      title: `批量${action.label}${label}`,
      body: () => z.object({ ...batchIn.shape, ...batchSchema(action).shape }),
      response: batchAnswer,
      handle: (call) =>
        batch(call, call.body.ids, document, {
          one: (id) => act(call, document, name, id, { ...ownValues(action, call.body, id), version: undefined }),
          many: isTogether(document, rules, name)
            ? (ids) => actTogether(call, document, name, ids, { ...call.body, version: undefined })
            : undefined,
        }),
    });
    return [...own, many];
  });
}
