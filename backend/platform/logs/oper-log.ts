import { z } from "zod";
import { documentNamed, documents } from "#documents";
import { allFields, type DocumentType, type Field } from "#documents/kit";
import { snake } from "../db/names";
import type { Sql } from "../db/sql";
import { wireId, wireTime } from "../http/answer";
import { type Caller, endpoint } from "../http/endpoint";
import { missing } from "../http/refusal";
import { declaredOf, mayRead } from "./declared";
import { mask } from "./mask";

type Diff = Record<string, unknown>;

/** Labels by kind of reference: `ref user` → id → name, `dict currency` → value → label. */
type Words = Map<string, Map<string, string>>;

const listed = (v: unknown): unknown[] => (Array.isArray(v) ? v : [v]);
const isPair = (v: unknown): v is [unknown, unknown] => Array.isArray(v) && v.length === 2;

const kindOf = (f: Field | undefined): string | undefined =>
  f?.kind === "ref" || f?.kind === "refs" ? `ref ${f.to}` : f?.kind === "dict" ? `dict ${f.type}` : undefined;

function fieldOf(document: DocumentType, name: string): Field | undefined {
  const asked = Object.values(document.actions ?? {}).find((a) => a.input?.[name])?.input;
  return allFields(document)[name] ?? asked?.[name];
}

/** Labels of everything that the changes name; rows that are gone keep their names. */
async function wordsOf(sql: Sql, tenantId: string, document: DocumentType, diffs: Diff[]): Promise<Words> {
  const wanted = new Map<string, Set<string>>();
  for (const [name, change] of diffs.flatMap(Object.entries)) {
    const kind = kindOf(fieldOf(document, name));
    if (!kind || !isPair(change)) continue;
    const values = wanted.get(kind) ?? new Set();
    for (const v of change.flatMap(listed)) if (v !== null && v !== undefined) values.add(String(v));
    wanted.set(kind, values);
  }
  const words: Words = new Map();
  for (const [kind, values] of wanted) {
    const [sort, name = ""] = kind.split(" ");
    const target = sort === "ref" ? documentNamed(name) : null;
    const ids = [...values].filter((v) => !target || /^\d{1,18}$/.test(v));
    const rows = await sql.query<{ value: string; label: string }>(
      target
        ? `select id::text as value, ${snake(target.display)}::text as label from ${target.table}
           where tenant_id = $1 and id = any($2::bigint[])`
        : `select value, label from sys_dict_item
           where tenant_id = $1 and value = any($2) and dict_type = $3`,
      target ? [tenantId, ids] : [tenantId, ids, name],
    );
    words.set(kind, new Map(rows.map((r) => [r.value, r.label])));
  }
  return words;
}

function word(f: Field | undefined, words: Words, value: unknown): unknown {
  if (value === null || value === undefined || !f) return value;
  if (f.kind === "bool") return value ? "是" : "否";
  const kind = kindOf(f);
  const label = (v: unknown) =>
    (f.kind === "enum" || f.kind === "enums" ? f.options[String(v)]?.label : kind && words.get(kind)?.get(String(v))) ??
    v;
  if (f.kind === "refs" || f.kind === "enums") return listed(value).map(label).join("、");
  return kind || f.kind === "enum" ? label(value) : value;
}

/** Changes of a history with ids and codes as the words that people know them by. */
async function diffsInWords(sql: Sql, tenantId: string, document: DocumentType, diffs: Diff[]): Promise<Diff[]> {
  const words = await wordsOf(sql, tenantId, document, diffs);
  return diffs.map((diff) =>
    Object.fromEntries(
      Object.entries(diff).map(([name, change]) => {
        const f = fieldOf(document, name);
        return [name, isPair(change) ? change.map((v) => word(f, words, v)) : change];
      }),
    ),
  );
}

/** One action on a business document (market.md §10 operLog). */
export interface OperLogEntry {
  tenantId: string;
  bizType: string;
  bizId: string;
  action: string;
  fromState?: string | null;
  toState?: string | null;
  /** Changed values; secrets and personal data are masked before they are stored. */
  diff?: unknown;
  /** Who did it; none: the system. */
  operator?: Pick<Caller, "userId" | "displayname"> | null;
}

/** Rows of the log as `operLogSql` reads them, masked. */
export function operLogJson(entries: readonly OperLogEntry[]): string {
  const rows = entries.map(({ diff, operator, ...entry }, n) => ({
    n,
    ...entry,
    diff: diff === undefined ? null : mask(diff, declaredOf(entry.bizType)),
    operatorId: operator?.userId,
    operator: operator?.displayname ?? "系统",
  }));
  return JSON.stringify(rows).replaceAll("\\u0000", "");
}

/**
 * SQL that adds rows to the log, in their order.
 * @param json placeholder of `operLogJson`
 * @param given what else it reads `from`, with one row for each, and where it says which
 * @param toState SQL of the state that the rows lead to; that of each entry unless given
 */
export const operLogSql = (json: string, given?: string, toState = 'x."toState"'): string =>
  `insert into sys_oper_log (tenant_id, biz_type, biz_id, action, from_state, to_state, diff,
     operator_id, operator)
   select x."tenantId", x."bizType", x."bizId", x.action, x."fromState", ${toState}, x.diff,
     x."operatorId", x.operator
   from jsonb_to_recordset(${json}::jsonb) as x(n int, "tenantId" bigint, "bizType" text,
     "bizId" text, action text, "fromState" text, "toState" text, diff jsonb,
     "operatorId" bigint, operator text)${given ? `, ${given}` : ""}
   order by x.n`;

/** Adds rows to the append-only audit log, in their order. Call it in the transaction of the actions. */
export async function writeOperLogs(sql: Sql, entries: readonly OperLogEntry[]): Promise<void> {
  if (entries.length) await sql.query(operLogSql("$1"), [operLogJson(entries)]);
}

/** Adds one row to it. */
export const writeOperLog = (sql: Sql, entry: OperLogEntry): Promise<void> => writeOperLogs(sql, [entry]);

/** May the caller see this document, and so its history? */
export type ViewCheck = (sql: Sql, caller: Caller, bizId: string) => Promise<boolean>;

/** Who may read the audit log of a kind of document, by the kind. Others need `sys_log_view`. */
export type Histories = ReadonlyMap<string, ViewCheck>;

declare module "../http/endpoint" {
  interface Services {
    histories: Histories;
  }
}

/** Changes of masked fields are told only to who may read the fields (supply.md D.3); lines count whole. */
function readableDiff(bizType: string, caller: Caller, diff: object) {
  const declared = declaredOf(bizType);
  const hidden = new Set([...declared.keys()].filter((n) => !mayRead(declared, n, caller)));
  const within = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    (Array.isArray(value)
      ? value.some(within)
      : Object.entries(value).some(([name, v]) => hidden.has(name) || within(v)));
  if ("field" in diff && typeof diff.field === "string" && hidden.has(diff.field)) return {};
  return Object.fromEntries(Object.entries(diff).filter(([name, change]) => !hidden.has(name) && !within(change)));
}

const logged = z.object({
  id: wireId,
  bizType: z.string(),
  bizId: z.string(),
  action: z.string(),
  fromState: z.string().nullable(),
  toState: z.string().nullable(),
  diff: z.unknown(),
  operatorId: wireId.nullable(),
  operator: z.string().nullable(),
  time: wireTime,
});

export const operLogEndpoint = endpoint({
  path: "/admin/operlog/:bizType/:bizId",
  tag: "日志",
  title: "单据操作日志",
  params: z.object({
    bizType: z.string().regex(/^[A-Za-z]\w{0,63}$/),
    bizId: z.string().regex(/^\d{1,19}$/, "编号不正确"),
  }),
  response: z.array(logged),
  async handle({ db, caller, tenantId, services, params: { bizType, bizId } }) {
    const allowed =
      caller.permissions.has("sys_log_view") || (await services.histories.get(bizType)?.(db, caller, bizId));
    if (!allowed) throw missing();
    const rows = await db.query<z.output<typeof logged>>(
      `select id, biz_type as "bizType", biz_id as "bizId", action, from_state as "fromState",
         to_state as "toState", diff, operator_id as "operatorId", operator, time
       from sys_oper_log where tenant_id = $1 and biz_type = $2 and biz_id = $3
       order by id desc limit 500`,
      [tenantId, bizType, bizId],
    );
    const diffs = rows.map(({ diff }) => (diff && typeof diff === "object" ? readableDiff(bizType, caller, diff) : {}));
    const document = documents.find((d) => d.name === bizType);
    if (!document) return rows.map((row, i) => ({ ...row, diff: row.diff && diffs[i] }));
    const worded = await diffsInWords(db, tenantId, document, diffs);
    return rows.map((row, i) => ({ ...row, diff: row.diff && worded[i] }));
  },
});
