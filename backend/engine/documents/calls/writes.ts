import { z } from "zod";
import { pickRow } from "#backend/platform/db";
import { type Endpoint, endpoint, missing } from "#backend/platform/http";
import { keyOf, once } from "#backend/platform/http/idempotency";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { type DocumentType, flagsOf, otherNames, ownId, permissionOf, savedAction, wordOf } from "#documents/kit";
import { context, ID, idParams, version } from "../call";
import { enter, transitionOf } from "../lifecycle/ask";
import { logMove } from "../lifecycle/move";
import { perform } from "../lifecycle/perform";
import { addSchema, editSchema, savedSchema } from "../reading/answer";
import { readLines } from "../reading/lines";
import { lockRow, lockWhole } from "../reading/row";
import type { RuleContext, Rules, RuleValues } from "../rules";
import { difference, sameValue } from "../writing/difference";
import { requireFiles } from "../writing/files";
import { requireNameable } from "../writing/may-name";
import { printOf } from "../writing/sealed";
import { checkVersion, insert, permit, remove, update } from "../writing/write";

/** One entry of a row in the audit log. */
export const log = (c: RuleContext, document: DocumentType, id: string, action: string, diff: RuleValues = {}) =>
  writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: document.of ?? document.name,
    bizId: id,
    action: wordOf(document, action),
    diff,
    operator: c.caller,
  });

/** Adds one row in the transaction of `c`, with its entry in the audit log. */
export async function addOne(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  values: RuleValues,
): Promise<RuleValues & { id: string; version: number }> {
  await requireNameable(c, document, values);
  await requireFiles(c, document, values);
  const answer = await insert(c, document, rules, values);
  await log(c, document, answer.id, "add", difference(document, undefined, values));
  return answer;
}

/**
 * Changes one row in the transaction of `c`: only what `values` names. `seen`: the version that the
 * person saw; none: whatever it is now.
 */
export async function editOne(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
  seen: number | undefined,
  values: RuleValues,
): Promise<RuleValues & { id: string; version: number }> {
  const before = await lockRow(c, document, id);
  permit(c.caller.permissions, document, "edit", before);
  checkVersion(before, seen);
  await rules.enrich?.(c, [before]);
  const full = { ...before, ...(await readLines(c, document, id)) };
  await requireNameable(c, document, values, { document, row: full });
  await requireFiles(c, document, values, { form: document, row: full });
  const answer = await update(c, document, rules, full, values);
  const diff = difference(document, full, values);
  if (!document.flow) {
    await log(c, document, id, "edit", diff);
    return answer;
  }
  // A change of what was approved may have sent it into approval again.
  const now = await pickRow<{ version: number; status: string }>(c.sql, document.table, id, ["version", "status"]);
  const from = String(full.status);
  const to = now?.status === from ? null : now?.status;
  await logMove(c, document, id, { action: wordOf(document, "edit"), from, to, diff });
  return { ...answer, version: now?.version ?? answer.version };
}

/** Deletes one row in the transaction of `c`. `seen`: the version that the person saw; none: any. */
export async function removeOne(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
  seen: number | undefined,
): Promise<void> {
  const t = transitionOf(rules, "del");
  await t?.lockFirst?.(c, id);
  const row = await lockWhole(c, document, id, { leaving: true });
  permit(c.caller.permissions, document, "del", row);
  checkVersion(row, seen);
  const scene = await enter(c, t, row, {});
  await remove(c, document, row);
  await t?.effect?.(c, scene, {});
  await log(c, document, id, "del");
}

/**
 * A change as clients of the pig lineage send it too: the row whole, with both names of what they have
 * read, of which the changed one counts; and a flag in it that stands for an action.
 */
async function saveOne(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
  seen: number | undefined,
  given: RuleValues,
) {
  const others = otherNames(document);
  const flags = flagsOf(document);
  const apart = new Set([...flags, ...others.map(([, other]) => other)]);
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => !apart.has(name)));
  const doubtful = others.filter(([own, other]) => {
    const f = document.fields[own];
    return given[other] !== undefined && !sameValue(f, given[own], given[other]);
  });
  if (doubtful.length) {
    const before = await lockRow(c, document, id);
    await rules.enrich?.(c, [before]);
    for (const [own, other] of doubtful)
      if (sameValue(document.fields[own], given[own], before[own])) values[own] = given[other];
  }
  const saved = await editOne(c, document, rules, id, seen, values);
  if (flags.every((name) => given[name] === undefined)) return saved;
  const action = savedAction(document, given, await lockRow(c, document, id));
  return action ? { ...saved, ...(await perform(c, document, id, action, {}, {})) } : saved;
}

/** Add, edit, delete; each leaves a row in the audit log of the document. */
export function writes(document: DocumentType, rules: Rules): Endpoint[] {
  const { api, label, can = {} } = document;
  const add = endpoint({
    tag: label,
    method: "post",
    path: api,
    title: `新增${label}`,
    permission: permissionOf(document, "add"),
    body: () => addSchema(document),
    response: savedSchema,
    handle: (call) => {
      const values: RuleValues = call.body;
      return once(call.db, call.caller, keyOf(call), [api, printOf(document, values)], (sql) =>
        addOne(context(call, sql), document, rules, structuredClone(values)),
      );
    },
  });
  const edit = endpoint({
    tag: label,
    method: "put",
    path: api,
    title: `修改${label}`,
    permission: permissionOf(document, "edit"),
    body: () => editSchema(document),
    response: savedSchema,
    handle: (call) => {
      // Only what the body names is there: who sends part of a row changes that part.
      const { id: given, [ownId(document)]: named, version: seen, ...values }: RuleValues = call.body;
      const id = String(given ?? named ?? "");
      if (!/^\d{1,18}$/.test(id)) throw missing();
      const known = seen === undefined ? undefined : Number(seen);
      return once(call.db, call.caller, keyOf(call), [api, printOf(document, call.body)], (sql) =>
        saveOne(context(call, sql), document, rules, id, known, structuredClone(values)),
      );
    },
  });
  const del = endpoint({
    tag: label,
    method: "delete",
    path: `${api}/${ID}`,
    title: `删除${label}`,
    permission: permissionOf(document, "del"),
    params: idParams,
    // A client of the pig lineage names none for what it administers.
    query: z.object({ version: document.module === "admin" ? version.optional() : version }),
    response: z.literal(true),
    handle: (call) =>
      call.db.tx(async (sql) => {
        await removeOne(context(call, sql), document, rules, call.params.id, call.query.version);
        return true as const;
      }),
  });
  return [
    ...(can.add === false ? [] : [add]),
    ...(can.edit === false ? [] : [edit]),
    ...(can.del === false ? [] : [del]),
  ];
}
