import { z } from "zod";
import { type DocumentType, inputSchema, permissionOf, wordOf } from "#documents/kit";
import { type Endpoint, endpoint } from "../http/endpoint";
import { missing } from "../http/refusal";
import { validate } from "../http/validate";
import { writeOperLog } from "../logs/oper-log";
import { alias, context, ID, idParams, keyOf, rowAnswer, version, versionIn } from "./call";
import { difference } from "./difference";
import { once } from "./idempotency";
import { readLines } from "./lines";
import type { RuleContext, Rules, Values } from "./rules";
import { checkVersion, insert, lockRow, permit, remove, update } from "./write";

/** Only the fields that the body names: a caller that sends part of a row changes that part. */
function given(document: DocumentType, body: Values): Values {
  const schema = inputSchema(document, "edit");
  const named = Object.fromEntries(
    Object.keys(schema.shape)
      .filter((name) => name in body)
      .map((name) => [name, true as const]),
  );
  return validate(schema.pick(named), body) as Values;
}

/** Add, edit, delete; each leaves a row in the audit log of the document. */
export function writes(document: DocumentType, rules: Rules): Endpoint[] {
  const { api, label, can = {} } = document;
  const log = (c: RuleContext, id: string, action: string, diff: Values = {}) =>
    writeOperLog(c.sql, {
      tenantId: c.tenantId,
      bizType: document.name,
      bizId: id,
      action: wordOf(document, action),
      diff,
      operator: c.caller,
    });
  const add = endpoint({
    tag: label,
    method: "post",
    path: api,
    title: `新增${label}`,
    permission: permissionOf(document, "add"),
    body: z.looseObject({}),
    response: rowAnswer,
    handle: (call) => {
      const values = validate(inputSchema(document, "add"), call.body) as Values;
      return once(call.db, call.caller, keyOf(call), [api, values], async (sql) => {
        const c = context(call, sql);
        const answer = await insert(c, document, rules, values);
        await log(c, answer.id, "add", difference(document, undefined, values));
        return answer;
      });
    },
  });
  const edit = endpoint({
    tag: label,
    method: "put",
    path: api,
    title: `修改${label}`,
    permission: permissionOf(document, "edit"),
    body: versionIn.loose(),
    response: rowAnswer,
    handle: (call) => {
      const body = call.body as Values & { version: number };
      const id = String(body.id ?? body[alias(document)] ?? "");
      if (!/^\d{1,18}$/.test(id)) throw missing();
      const values = given(document, body);
      return once(call.db, call.caller, keyOf(call), [api, body], async (sql) => {
        const c = context(call, sql);
        const before = await lockRow(c, document, id);
        permit(c, document, "edit", before);
        checkVersion(before, body.version);
        await rules.enrich?.(c, [before]);
        const full = { ...before, ...(await readLines(c, document, id)) };
        const answer = await update(c, document, rules, full, values);
        await log(c, id, "edit", difference(document, full, values));
        return answer;
      });
    },
  });
  const del = endpoint({
    tag: label,
    method: "delete",
    path: `${api}/${ID}`,
    title: `删除${label}`,
    permission: permissionOf(document, "del"),
    params: idParams,
    query: z.object({ version: version.optional() }),
    handle: (call) =>
      call.db.tx(async (sql) => {
        const c = context(call, sql);
        const row = await lockRow(c, document, call.params.id);
        permit(c, document, "del", row);
        checkVersion(row, call.query.version);
        await remove(c, document, rules, row);
        await log(c, row.id, "del");
        return true;
      }),
  });
  return [
    ...(can.add === false ? [] : [add]),
    ...(can.edit === false ? [] : [edit]),
    ...(can.del === false ? [] : [del]),
  ];
}
