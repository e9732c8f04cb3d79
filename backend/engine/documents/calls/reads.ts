import { z } from "zod";
import { type Endpoint, endpoint, pageOf } from "#backend/platform/http";
import { nextNumber } from "#backend/platform/values";
import { type DocumentType, gapsFound, isAllotted, permissionOf, querySchema } from "#documents/kit";
import { context, ID, idParams } from "../call";
import { readPage } from "../lifecycle/reasons";
import { rowSchema, wholeSchema } from "../reading/answer";
import { allRows, countStates, page } from "../reading/list";
import { startFrom } from "../reading/source";
import type { Rules } from "../rules";
import { offers } from "./options";

/** How many missing rows are named, unless more are asked for. */
const FEW_GAPS = 3;
const MOST_GAPS = 200;

/** List, one row, options for pickers, and all nodes of a tree. */
export function reads(document: DocumentType, rules: Rules): Endpoint[] {
  const { api, label } = document;
  const view = permissionOf(document, "view");
  const base = { tag: label, permission: view } as const;
  const list = endpoint({
    ...base,
    fromStandby: true,
    path: `${api}/page`,
    title: `${label}列表`,
    query: () => querySchema(document),
    response: () => pageOf(rowSchema(document)),
    handle: (call) => page(context(call, call.db), document, call.query, rules),
  });
  const states = endpoint({
    ...base,
    fromStandby: true,
    path: `${api}/states`,
    title: `${label}各状态数量`,
    query: () => querySchema(document),
    response: z.record(z.string(), z.number()).nullable(),
    handle: (call) => countStates(call.db, document, call.query, call.caller, rules),
  });
  const one = endpoint({
    ...base,
    path: `${api}/${ID}`,
    title: `${label}详情`,
    params: idParams,
    response: () => wholeSchema(document),
    handle: (call) => readPage(context(call, call.db), document, rules, call.params.id),
  });
  const rows = endpoint({
    ...base,
    path: `${api}/rows`,
    title: `${label}全部节点`,
    query: () => querySchema(document),
    response: () => z.array(rowSchema(document)),
    handle: (call) => allRows(context(call, call.db), document, rules, call.query),
  });
  const prefill = endpoint({
    tag: label,
    path: `${api}/prefill`,
    title: `${label}预填`,
    permission: permissionOf(document, "add"),
    query: z.record(z.string(), z.string().max(4000)),
    handle: (call) => startFrom(context(call, call.db), document, rules, call.query),
  });
  const gaps = endpoint({
    tag: label,
    path: `${api}/gaps`,
    title: `${label}缺少的数据`,
    permission: permissionOf(document, "add"),
    query: z.object({ size: z.coerce.number().int().min(1).max(MOST_GAPS).catch(FEW_GAPS) }),
    response: gapsFound,
    handle: async (call) => (await rules.gaps?.(context(call, call.db), call.query.size)) ?? { total: 0, rows: [] },
  });
  const overview = endpoint({
    ...base,
    path: `${api}/overview`,
    title: `${label}概况`,
    query: () => querySchema(document).omit({ ascs: true, descs: true }),
    response: z.record(z.string(), z.unknown()),
    handle: async (call) => (await rules.overview?.(context(call, call.db), call.query)) ?? {},
  });
  const nextNo = endpoint({
    tag: label,
    path: `${api}/nextNo`,
    title: `${label}预分配单号`,
    permission: permissionOf(document, "add"),
    response: z.string(),
    handle: ({ db, tenantId }) => nextNumber(db, document.number ?? "", tenantId),
  });
  return [
    list,
    one,
    offers(document, rules),
    ...(document.list?.tabs ? [states] : []),
    ...(document.tree ? [rows] : []),
    ...(document.start?.prefill ? [prefill] : []),
    ...(document.list?.gaps ? [gaps] : []),
    ...(document.list?.overview ? [overview] : []),
    ...(isAllotted(document) ? [nextNo] : []),
  ];
}
