import type { Sql } from "#backend/platform/db";
import { type OwnerCheck, tieFiles } from "#backend/platform/files/owners";
import { urlOf } from "#backend/platform/files/upload";
import { type Caller, invalidAt } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { allFields, type DocumentType } from "#documents/kit";

/** What a document needs approved. */
export interface FlowStart {
  /** Name of the definition and of the document type. */
  defKey: string;
  bizId: string;
  bizNo: string;
  /** Chinese name of the document, for titles and messages. */
  label: string;
  /** Amount in CNY that conditions compare with; exact decimal text. */
  amountCny?: string | null;
  /** Further values that conditions read, for example {urgent: true, priceChanged: false}. */
  flags?: Record<string, unknown>;
  deptId: string | null;
  groupId?: string | null;
}

/** What an approval works with: a transaction, who acts, and what ends it for each kind of document. */
export interface FlowContext extends Context {
  flows: Flows;
}

/** What is left of the budget of a month that a document counts towards. */
export interface BudgetLeft {
  /** Whose budget: 部门, 小组. */
  of: string;
  /** yyyy-MM. */
  month: string;
  currency: string;
  /** Without this document, and with it. */
  left: string;
  after: string;
}

/** What ends the approvals of each kind of document, by name. */
export type Flows = ReadonlyMap<string, FlowEnd>;

/** What a document type does when its approval ends; called in the transaction of the decision. */
export interface FlowEnd<C extends FlowContext = FlowContext> {
  document: DocumentType;
  approved(c: C, bizId: string): Promise<void>;
  rejected(c: C, bizId: string): Promise<void>;
  /** The starter took it back on the page of the flow. */
  withdrawn(c: C, bizId: string): Promise<void>;
  /**
   * Keeps the document's row, and what comes before it, locked until the transaction ends. The
   * document is locked before its flow on every way, so two decisions wait for each other instead of
   * meeting in a deadlock.
   */
  lock(c: C, bizId: string): Promise<unknown>;
  /**
   * The whole document with the caller's field permissions; `anyScope` for who takes part in its
   * approval. @throws Refusal 404
   */
  read(c: C, bizId: string, anyScope: boolean): Promise<Record<string, unknown>>;
  /** Why its last approval would be refused now, as far as that is known. */
  against(c: C, bizId: string): Promise<string | undefined>;
  /** The budget that it counts towards; nothing where none is set. At most one statement. */
  budget(c: C, bizId: string): Promise<BudgetLeft | undefined>;
  /** The whole document as it stands, masked fields included: kept at every submit. */
  snapshot(c: C, bizId: string): Promise<Record<string, unknown>>;
  /** Tells the history of the document what was done on the page of the flow. */
  log(c: C, bizId: string, action: string, diff?: unknown): Promise<void>;
}

/** @throws Error when a definition runs for a type that has no approval */
export function flowEndOf(c: FlowContext, defKey: string): FlowEnd {
  const end = c.flows.get(defKey);
  if (!end) throw new Error(`no flow end for ${defKey}`);
  return end;
}

/**
 * May the caller read the amount of this type's flows? Not when a number of the document is masked
 * from him: the amount could tell it (supply.md D.3).
 */
const readsAmount = (document: DocumentType, caller: Caller) =>
  Object.values(allFields(document)).every(
    (f) => !f.mask || !["money", "decimal"].includes(f.kind) || caller.permissions.has(f.mask),
  );

/** Document types whose flows show their amount to the caller. */
export const typesWithAmount = ({ flows, caller }: Pick<FlowContext, "flows" | "caller">): string[] =>
  [...flows].flatMap(([name, { document }]) => (readsAmount(document, caller) ? [name] : []));

/**
 * Ties uploaded files to a flow: whoever takes part in it may then download them.
 * @throws Refusal 400 for a file that the caller did not upload
 */
export async function tieAttachments(c: FlowContext, instanceId: string, ids: string[]) {
  if (!ids.length) return;
  const own = await c.sql.query(
    `select 1 from sys_file where tenant_id = $1 and create_by = $2 and id = any ($3::bigint[])
       and del_flag = 0`,
    [c.tenantId, c.caller.userId, ids],
  );
  if (own.length !== ids.length) throw invalidAt("attachments", "附件不存在或不是本人上传");
  await tieFiles(c, { type: "act_instance", id: instanceId }, ids);
}

/** Names under which these files were uploaded, and where they are fetched. */
export async function attachmentsOf(sql: Sql, ids: string[]) {
  const rows = await sql.query<{ id: string; name: string; bucket: string; file: string }>(
    `select id, original as name, bucket_name as bucket, file_name as file
     from sys_file where id = any ($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((r) => [r.id, { id: r.id, name: r.name, url: urlOf(r.bucket, r.file) }]));
}

/** Starter, everybody who may or did decide, those with a copy, and who may see all flows. */
export async function takesPart(sql: Sql, caller: Caller, instanceId: string): Promise<boolean> {
  if (caller.permissions.has("act_admin_view")) return true;
  const row = await sql.one(
    `select 1 from act_instance i where i.id = $1 and i.tenant_id = $3 and (i.starter_id = $2
       or exists (select 1 from act_cc c where c.instance_id = i.id and c.user_id = $2)
       or exists (select 1 from act_task t where t.instance_id = i.id and t.status <> 'waiting'
         and (t.assignee_id = $2 or $2 = any (t.candidates))))`,
    [instanceId, caller.userId, caller.tenantId],
  );
  return !!row;
}

/** Whoever takes part in a flow may read its files. */
export const flowFileOwner: OwnerCheck = async (sql, caller, { bizId }) =>
  bizId ? takesPart(sql, caller, bizId) : false;
