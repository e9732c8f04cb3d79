import { z } from "zod";
import { Where, within } from "#backend/platform/db";
import { type Endpoint, endpoint } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { documents } from "#documents";
import {
  alertChoice,
  alertState,
  type DocumentType,
  knownBrief,
  type ListQuery,
  MOST_COUNTED,
  type Queue,
  queuesFor,
  readable,
  type WorkQueue,
  workQueue,
} from "#documents/kit";
import { context } from "../documents/call";
import { briefSql } from "../documents/reading/brief";
import { listing } from "../documents/reading/list";
import { nameOf, sqlOf } from "../documents/reading/select";
import type { RuleContext } from "../documents/rules";
import { alertStates, subscribe } from "./alerts/store";
import { meantBy } from "./meant";

const SHOWN = 5;

/** A queue as a part of the one statement that reads all of them. */
interface DeskPart {
  document: DocumentType | null;
  label: string;
  query: Record<string, string>;
  from: string;
  where: Where;
  /** SQL over `from`: id, what it is called, whom it is about, until when, since when, whether late. */
  id: string;
  title: string;
  about?: string | undefined;
  /** What `about` is called, as SQL over it; itself where it names nothing. */
  called?: ((about: string) => string | undefined) | undefined;
  due?: string | undefined;
  since: string;
  /** Of what is alike in that the largest comes first. */
  most?: string | undefined;
  late: string;
  /** What is asked for, in which currency, and the state that says whether it is known yet. */
  amount?: string | undefined;
  currency?: string | undefined;
  status?: string | undefined;
}

function partOf(c: RuleContext, document: DocumentType, queue: Queue): DeskPart {
  const rules = c.book.get(document.name)?.rules ?? {};
  const query = meantBy(queue.where, c.caller);
  const asked: ListQuery = { ...query, current: 1, size: SHOWN };
  const list = listing(document, asked, c.caller, rules);
  const shown = (name: string | undefined) => {
    const f = name ? document.fields[name] : undefined;
    return name && f && readable(f, c.caller) ? { f, sql: sqlOf(rules, name) } : undefined;
  };
  const about = shown(queue.about);
  const due = shown(queue.due)?.sql;
  const { amount, currency, status } = briefSql(document, c.caller);
  return {
    document,
    label: queue.label,
    query,
    from: list.from,
    where: list.where,
    id: "t.id",
    title: sqlOf(rules, document.display),
    since: "t.create_time",
    most: shown(queue.most)?.sql,
    amount,
    currency,
    status,
    about: about?.sql,
    called: about && ((own) => nameOf(about.f, own)),
    due: due && `(${due})::date`,
    late: queue.late ? "true" : due ? `coalesce((${due})::date < '${today()}'::date, false)` : "false",
  };
}

/** Approvals that wait for the caller, as the list of them counts. */
function approvals({ caller }: RuleContext): DeskPart[] {
  if (!caller.permissions.has("act_task_view")) return [];
  return [
    {
      document: null,
      label: "待我审批",
      query: {},
      from: "act_task t join act_instance i on i.id = t.instance_id",
      where: new Where()
        .and("i.tenant_id = ?", caller.tenantId)
        .and("t.status = 'todo' and t.candidates @> array[?]::bigint[]", caller.userId),
      id: "i.id",
      title: "coalesce(i.biz_no, i.title)",
      about: "i.title",
      amount: "i.amount_cny::text",
      currency: "'CNY'",
      due: "t.due_time::date",
      since: "t.arrive_time",
      late: "coalesce(t.due_time < now(), false)",
    },
  ];
}

/**
 * One line of the answer: how many, how many of them late, and the five that come first. Rows are read
 * once; late ones come first, so that those beyond the count cannot be among them. By days, whose order
 * no index has: one of times would be followed through rows of all states.
 */
function lineOf(part: DeskPart, at: number, values: unknown[]): string {
  const { from, id, title, about = "null::text", called, due, since, most, late } = part;
  const { amount = "null", currency = "null", status = "null" } = part;
  return `select ${at} as at, count(*)::int as count, count(*) filter (where q.late)::int as late,
    coalesce(json_agg(json_build_object('id', q.id::text, 'title', q.title,
      'about', (${called?.("q.about") ?? "q.about"})::text, 'due', q.due,
      'since', q.since, 'late', q.late, 'amount', q.amount, 'currency', q.currency, 'status', q.status))
      filter (where q.n <= ${SHOWN}), '[]') as rows
    from (select w.*, row_number() over () as n from (
      select ${id} as id, (${title})::text as title, ${about} as about, ${due ?? "null::date"} as due,
        to_char(${since} at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as since, ${late} as late,
        ${amount} as amount, ${currency} as currency, ${status} as status
      from ${from} where ${within(part.where, values)}
      order by ${due ? "due nulls last, " : ""}since, ${most ? `${most} desc, ` : ""}id limit ${MOST_COUNTED}) w) q`;
}

/** What waits for the caller: every queue that he works at, also an empty one, in one statement. */
async function queues(c: RuleContext): Promise<WorkQueue[]> {
  const parts = [
    ...approvals(c),
    ...documents
      .filter((d) => !d.calls?.handwritten)
      .flatMap((d) => queuesFor(d, c.caller.permissions).map((queue) => partOf(c, d, queue))),
  ].sort((a, b) => Number("createBy" in a.query) - Number("createBy" in b.query));
  if (!parts.length) return [];
  const values: unknown[] = [];
  const lines = parts.map((part, at) => lineOf(part, at, values));
  type Found = WorkQueue["rows"][number] & { status: string | null };
  const found = await c.sql.query<Pick<WorkQueue, "count" | "late"> & { at: number; rows: Found[] }>(
    lines.join("\nunion all\n"),
    values,
  );
  return found.flatMap(({ at, rows, ...counted }) => {
    const part = parts[at];
    if (!part) return [];
    const { document, label, query } = part;
    const known = rows.map(({ status, ...row }) => {
      const amount = document ? knownBrief(document, { status, qty: null, amount: row.amount }).amount : row.amount;
      return { ...row, amount, currency: amount && row.currency };
    });
    return [{ document: document?.name ?? null, label, query, ...counted, rows: known }];
  });
}

const hint = z.string().regex(/^[a-z]{1,30}$/);
const tag = "我的工作台";

/** Hints that the caller has put away, and putting one away. */
const hintEndpoints = [
  endpoint({
    tag,
    path: "/admin/desk/hints",
    title: "已收起的提示",
    response: z.array(hint),
    handle: async ({ db, caller }) => {
      const rows = await db.query<{ hint: string }>("select hint from desk_hint where user_id = $1", [caller.userId]);
      return rows.map((row) => row.hint);
    },
  }),
  endpoint({
    tag,
    method: "post",
    path: "/admin/desk/hints",
    title: "收起提示",
    logged: false,
    body: z.object({ hint }),
    response: z.literal(true),
    handle: async ({ db, caller, body }) => {
      await db.query("insert into desk_hint (user_id, hint) values ($1, $2) on conflict do nothing", [
        caller.userId,
        body.hint,
      ]);
      return true as const;
    },
  }),
];

/** What waits for the caller, and what he asked to be told of. */
export const deskEndpoints: Endpoint[] = [
  ...hintEndpoints,
  endpoint({
    tag: "我的工作台",
    path: "/admin/desk/queues",
    title: "待办队列",
    response: z.array(workQueue),
    handle: (call) => queues(context(call, call.db)),
  }),
  endpoint({
    tag: "我的工作台",
    path: "/admin/desk/alerts",
    title: "可订阅的预警",
    response: z.array(alertState),
    handle: ({ db, caller }) => alertStates(db, caller),
  }),
  endpoint({
    tag: "我的工作台",
    method: "put",
    path: "/admin/desk/alerts",
    title: "订阅预警",
    body: alertChoice,
    response: z.literal(true),
    handle: ({ db, caller, body }) => subscribe(db, caller, body),
  }),
];
