import { z } from "zod";
import { type DocumentType, isAllotted, permissionOf, querySchema } from "#documents/kit";
import { pageOf } from "../../http/answer";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { nextNumber } from "../../values/sequence";
import { context, ID, idParams } from "../call";
import { readPage } from "../lifecycle/reasons";
import { rowSchema, wholeSchema } from "../reading/answer";
import { choosersOf } from "../reading/choose";
import { allRows, countStates, page } from "../reading/list";
import { options } from "../reading/options";
import { startFrom } from "../reading/source";
import type { Rules } from "../rules";

/** `kind:domestic|overseas`: the options must have one of these values in an enum field. */
const onlyIn = z
  .string()
  .regex(/^\w+:\w+(\|\w+)*$/, "选项条件不正确")
  .transform((text): Record<string, string[]> => {
    const [name = "", values = ""] = text.split(":");
    return { [name]: values.split("|") };
  });

/** List, one row, options for pickers, and all nodes of a tree. */
export function reads(document: DocumentType, rules: Rules): Endpoint[] {
  const { api, label } = document;
  const view = permissionOf(document, "view");
  const row = rowSchema(document);
  const base = { tag: label, permission: view } as const;
  const list = endpoint({
    ...base,
    method: "get",
    path: `${api}/page`,
    title: `${label}列表`,
    query: querySchema(document),
    response: pageOf(row),
    handle: (call) => page(context(call, call.db), document, call.query, rules),
  });
  const states = endpoint({
    ...base,
    method: "get",
    path: `${api}/states`,
    title: `${label}各状态数量`,
    query: querySchema(document),
    response: z.record(z.string(), z.number()),
    handle: (call) => countStates(call.db, document, call.query, call.caller, rules),
  });
  const one = endpoint({
    ...base,
    method: "get",
    path: `${api}/${ID}`,
    title: `${label}详情`,
    params: idParams,
    response: wholeSchema(document),
    handle: (call) => readPage(context(call, call.db), document, rules, call.params.id),
  });
  const pick = endpoint({
    tag: label,
    method: "get",
    path: `${api}/options`,
    title: `${label}选项`,
    permission: choosersOf(document),
    query: z.object({
      keyword: z.string().max(100).optional(),
      ids: z.string().max(4000).optional(),
      labels: z
        .union([z.string(), z.array(z.string())])
        .transform((v) => [v].flat())
        .optional(),
      only: onlyIn.optional(),
    }),
    response: z.array(z.looseObject({ id: z.string(), label: z.string().nullable() })),
    handle: (call) => options(context(call, call.db), document, call.query),
  });
  const rows = endpoint({
    ...base,
    method: "get",
    path: `${api}/rows`,
    title: `${label}全部节点`,
    response: z.array(row),
    handle: (call) => allRows(context(call, call.db), document, rules, call.req.query),
  });
  const prefill = endpoint({
    tag: label,
    method: "get",
    path: `${api}/prefill`,
    title: `${label}预填`,
    permission: permissionOf(document, "add"),
    query: z.record(z.string(), z.string().max(4000)),
    handle: (call) => startFrom(context(call, call.db), document, rules, call.query),
  });
  const nextNo = endpoint({
    tag: label,
    method: "get",
    path: `${api}/nextNo`,
    title: `${label}预分配单号`,
    permission: permissionOf(document, "add"),
    response: z.string(),
    handle: ({ db, tenantId }) => nextNumber(db, document.number ?? "", tenantId),
  });
  return [
    list,
    one,
    pick,
    ...(document.statusTabs ? [states] : []),
    ...(document.tree ? [rows] : []),
    ...(document.prefill ? [prefill] : []),
    ...(isAllotted(document) ? [nextNo] : []),
  ];
}
