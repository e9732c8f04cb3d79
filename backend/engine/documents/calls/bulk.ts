import { z } from "zod";
import { type Call, type Endpoint, endpoint, type Refusal, refusalOf, validate } from "#backend/platform/http";
import { keyOf, once } from "#backend/platform/http/idempotency";
import { bulkFields, type DocumentType, inputSchema, permissionOf, readable } from "#documents/kit";
import { context, version } from "../call";
import { inSets } from "../lifecycle/in-sets";
import type { PerformedOne } from "../lifecycle/perform-many";
import { options } from "../reading/options";
import type { Rules, RuleValues } from "../rules";
import { editOne } from "./writes";

/** As many rows as one batch takes. */
export const MOST_ROWS = 200;

export const batchAnswer = z.array(
  z.object({
    id: z.string(),
    /** Number or name of the row; null when there is none that the caller may see. */
    no: z.string().nullable(),
    ok: z.boolean(),
    msg: z.string().nullable(),
  }),
);

/** What a batch does with its rows. */
interface BatchOf {
  one(id: string): Promise<unknown>;
  /** Several from the first in one transaction, as many as it answers for. */
  many?: ((ids: readonly string[]) => Promise<PerformedOne[]>) | undefined;
}

/**
 * Each id in a transaction of its own, or with those before it where that comes out the same; with a
 * result for each (supply.md 0.4).
 */
export async function batch(call: Call, ids: string[], document: DocumentType, { one, many }: BatchOf) {
  const results: z.output<typeof batchAnswer> = [];
  const known = await options(context(call, call.db), document, { ids: ids.join(",") });
  const labels = new Map(known.map((row) => [row.id, row.label]));
  const tell = (id: string, refused?: Refusal) =>
    results.push({ id, no: labels.get(id) ?? null, ok: !refused, msg: refused?.message ?? null });
  const alone = async (id: string) => {
    try {
      await one(id);
      tell(id);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.status >= 500) throw error;
      tell(id, refusal);
    }
  };
  const unique = [...new Set(ids)];
  if (many)
    await inSets(
      unique,
      async (some) => {
        const ends = await many(some);
        for (const { id, refused } of ends) tell(id, refused);
        return ends.length;
      },
      alone,
    );
  else for (const id of unique) await alone(id);
  return results;
}

const row = z.object({ id: z.string().regex(/^\d{1,18}$/, "编号不正确"), version });

/**
 * `PUT {api}/batch`: one field of several rows, each as an edit of its own: with its version, its
 * permission and scope, its rules and its row in the history.
 */
export function bulkEdit(document: DocumentType, rules: Rules): Endpoint[] {
  const { api, label } = document;
  const fields = bulkFields(document);
  if (!fields.length) return [];
  const edit = endpoint({
    tag: label,
    method: "put",
    path: `${api}/batch`,
    title: `批量修改${label}`,
    permission: permissionOf(document, "edit"),
    body: () =>
      z.object({
        rows: z.array(row, "请先选择数据").min(1, "请先选择数据").max(MOST_ROWS, `一次最多选择${MOST_ROWS}条`),
        field: z.enum(fields.map(([name]) => name)),
        value: z.unknown(),
      }),
    response: batchAnswer,
    handle(call) {
      const { rows, field, value } = call.body;
      const known = fields.filter(([, f]) => readable(f, call.caller)).map(([name]) => name);
      validate(z.object({ field: z.enum(known, "这个字段不能批量修改") }), { field });
      const single = inputSchema(document, "edit").pick({ [field]: true });
      const values: RuleValues = validate(single, { [field]: value });
      // The log keeps the value by the name of its field, whose declaration says how much of it.
      call.res.locals.params = { rows, ...values };
      const seen = new Map(rows.map((r) => [r.id, r.version]));
      const key = keyOf(call);
      const one = (id: string) => {
        const asked = [api, id, seen.get(id), values];
        return once(call.db, call.caller, key && `${key}:${id}`, asked, (sql) =>
          editOne(context(call, sql), document, rules, id, seen.get(id), structuredClone(values)),
        );
      };
      return batch(call, [...seen.keys()], document, { one });
    },
  });
  return [edit];
}
