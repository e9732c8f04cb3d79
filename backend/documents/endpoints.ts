import { z } from "zod";
import {
  actionSchema,
  type DocumentType,
  inputSchema,
  type ListQuery,
  permissionOf,
  querySchema,
  wordOf,
} from "#documents/kit";
import { type Call, type Endpoint, endpoint } from "../http/endpoint";
import { conflict, missing, Refusal } from "../http/refusal";
import { validate } from "../http/validate";
import { registerOperLogView, writeOperLog } from "../logs/oper-log";
import { difference } from "./difference";
import { exportRows } from "./export";
import { once } from "./idempotency";
import { readLines } from "./lines";
import { allRows, options, page } from "./list";
import type { Row, RuleContext, Rules, Values } from "./rules";
import { selectList } from "./select";
import { visible } from "./where";
import { checkVersion, insert, lockRow, permit, remove, update } from "./write";

const idParams = z.object({ id: z.string() });
const ID = ":id(\\d+)";
const versionIn = z.object({ version: z.coerce.number().int("版本号不正确") });
const batchIn = z.object({
  ids: z
    .array(z.string().regex(/^\d{1,19}$/))
    .min(1, "请先选择数据")
    .max(200),
});
const rowAnswer = z.looseObject({ id: z.string(), version: z.number() });

const context = (call: Call, sql: RuleContext["sql"]): RuleContext => ({
  sql,
  caller: call.caller,
  tenantId: call.tenantId,
});

const keyOf = (call: Call) => {
  const key = call.req.headers["idempotency-key"];
  return typeof key === "string" && /^[\w-]{8,100}$/.test(key) ? key : undefined;
};

/** pig's name of a document's own id in bodies: userId, menuId. */
const alias = (document: DocumentType) => `${document.name}Id`;

/** One whole document: header, lines, readable twins of its references. */
export async function readDocument(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
) {
  const where = visible(document, c.caller).and("t.id = ?", id);
  const row = await c.sql.one<Row>(
    `select ${selectList(document, c.caller)} from ${document.table} t where ${where}`,
    where.values,
  );
  if (!row) throw missing();
  await rules.enrich?.(c, [row]);
  await rules.enrichOne?.(c, row);
  return { ...row, [alias(document)]: row.id, ...(await readLines(c, document, id)) };
}

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

function reads(document: DocumentType, rules: Rules): Endpoint[] {
  const { api, label } = document;
  const view = permissionOf(document, "view");
  const base = { tag: label, permission: view } as const;
  const list = endpoint({
    ...base,
    method: "get",
    path: `${api}/page`,
    title: `${label}列表`,
    query: querySchema(document),
    response: z.looseObject({ records: z.array(rowAnswer), total: z.number() }),
    handle: ({ db, caller, query }) => page(db, document, query as ListQuery, caller, rules),
  });
  const one = endpoint({
    ...base,
    method: "get",
    path: `${api}/${ID}`,
    title: `${label}详情`,
    params: idParams,
    response: rowAnswer,
    handle: (call) => readDocument(context(call, call.db), document, rules, call.params.id),
  });
  const pick = endpoint({
    tag: label,
    method: "get",
    path: `${api}/options`,
    title: `${label}选项`,
    query: z.object({
      keyword: z.string().max(100).optional(),
      ids: z.string().max(4000).optional(),
    }),
    response: z.array(z.looseObject({ id: z.string(), label: z.string().nullable() })),
    handle: (call) => options(context(call, call.db), document, call.query),
  });
  const rows = endpoint({
    ...base,
    method: "get",
    path: `${api}/rows`,
    title: `${label}全部节点`,
    response: z.array(rowAnswer),
    handle: (call) => allRows(context(call, call.db), document, rules, call.req.query),
  });
  return document.tree ? [list, rows, one, pick] : [list, one, pick];
}

function writes(document: DocumentType, rules: Rules): Endpoint[] {
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
      if (!/^\d{1,19}$/.test(id)) throw missing();
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
    query: z.object({ version: z.coerce.number().int().optional() }),
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
  const input = validate(actionSchema(action?.input), body) as Values;
  const key = keyOf(call);
  const request = [document.api, name, id, body];
  return once(call.db, call.caller, key && `${key}:${id}`, request, async (sql) => {
    const c = context(call, sql);
    const row = await lockRow(c, document, id);
    permit(c, document, name, row);
    checkVersion(row, body.version === undefined ? undefined : Number(body.version));
    const answer = await rules.actions?.[name]?.(c, row, input);
    const { status } = document;
    if (action?.to && status)
      await sql.query(`update ${document.table} set ${status.field} = $2 where id = $1`, [
        id,
        action.to,
      ]);
    await sql.query(
      `update ${document.table} set version = version + 1, update_by = $2, update_time = now() where id = $1`,
      [id, call.caller.userId],
    );
    await writeOperLog(sql, {
      tenantId: c.tenantId,
      bizType: document.name,
      bizId: id,
      action: wordOf(document, name),
      fromState: status ? String(row[status.field]) : undefined,
      toState: action?.to,
      diff: difference({ ...document, fields: action?.input ?? {} }, undefined, input),
      operator: c.caller,
    });
    return { ...answer, id, version: row.version + 1 };
  });
}

function actions(document: DocumentType, rules: Rules): Endpoint[] {
  const { api, label } = document;
  return Object.entries({ ...document.actions }).flatMap(([name, action]) => {
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
      body: versionIn.loose(),
      response: rowAnswer,
      handle: (call) => act(call, document, rules, name, call.params.id, call.body as Values),
    });
    if (!action.batch) return [one];
    const many = endpoint({
      ...base,
      path: `${api}/batch/${name}`,
      title: `批量${action.label}${label}`,
      body: batchIn.loose(),
      response: z.array(z.object({ id: z.string(), ok: z.boolean(), msg: z.string().nullable() })),
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
  const results = [];
  const { ids } = call.body as { ids: string[] };
  for (const id of new Set(ids)) {
    try {
      await run(id);
      results.push({ id, ok: true, msg: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id, ok: false, msg: error.message });
    }
  }
  if (!results.length) throw conflict(`请先选择${document.label}`);
  return results;
}

/** Every call that a declaration gives: page, detail, options, add, edit, delete, actions, export. */
export function documentEndpoints(document: DocumentType, rules: Rules = {}): Endpoint[] {
  registerOperLogView(document.name, async (sql, caller, id) => {
    if (!caller.permissions.has(permissionOf(document, "view"))) return false;
    const where = visible(document, caller).and("t.id = ?", id);
    return !!(await sql.one(`select 1 from ${document.table} t where ${where}`, where.values));
  });
  return [
    ...(document.can?.export === false ? [] : [exportRows(document, rules)]),
    ...reads(document, rules),
    ...writes(document, rules),
    ...actions(document, rules),
  ];
}
