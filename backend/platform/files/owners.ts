import type { Sql } from "../db/sql";
import type { Call, Caller } from "../http/endpoint";
import { forbidden, invalidAt } from "../http/refusal";

/**
 * Ties files to a document: whoever may view it may then read them. Who names them was asked before
 * whether the files may be named.
 */
export async function tieFiles(
  c: { sql: Sql; caller: Caller; tenantId: string },
  owner: { type: string; id: string },
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return;
  await c.sql.query(
    `with mine as (
       update sys_file set biz_type = $2, biz_id = $3
       where tenant_id = $1 and id = any($4::bigint[]) and del_flag = 0 and biz_id is null
         and (biz_type is null or biz_type = $2))
     insert into sys_file_use (file_id, biz_type, biz_id)
     select id, $2, $3 from sys_file where tenant_id = $1 and id = any($4::bigint[]) and del_flag = 0
     on conflict do nothing`,
    [c.tenantId, owner.type, owner.id, ids],
  );
}

/** The kinds and ids of documents that a file belongs to. */
export const usesOf = (sql: Sql, fileId: string) =>
  sql.query<{ bizType: string; bizId: string }>(
    `select biz_type as "bizType", biz_id as "bizId" from sys_file_use
     where file_id = $1 order by biz_type, biz_id limit 100`,
    [fileId],
  );

/** A stored file as far as the question who may read it goes. */
export interface OwnedFile {
  id: string;
  tenantId: string;
  createBy: string | null;
  bizType: string | null;
  bizId: string | null;
}

/** May the caller view the document that this file belongs to? */
export type OwnerCheck = (sql: Sql, caller: Caller, file: OwnedFile) => Promise<boolean>;

/** Who may read the files of a kind of record, by the kind. */
export type FileOwners = ReadonlyMap<string, OwnerCheck>;

declare module "../http/endpoint" {
  interface Services {
    fileOwners: FileOwners;
  }
}

/** Kinds whose files everybody of the tenant may see. */
const PUBLIC = new Set(["avatar"]);

/**
 * Refuses a file for a record that the caller may not view, or of a kind that keeps no files.
 * @throws Refusal 403 without the permission; 400 for a kind that there is not
 */
export async function requireOwner(
  { db, caller, services }: Pick<Call, "db" | "caller" | "services">,
  { bizType, bizId }: { bizType?: string; bizId?: string },
): Promise<void> {
  if (!bizId) return;
  const check = services.fileOwners.get(bizType ?? "");
  if (!check) throw invalidAt("bizType", "单据类型不正确");
  const file = { id: "0", tenantId: caller.tenantId, createBy: caller.userId };
  if (!(await check(db, caller, { ...file, bizType: bizType ?? null, bizId }))) throw forbidden();
}

/**
 * Who may download: the uploader, whoever may view a document that it belongs to, and for files
 * without a known owner the holders of `sys_file_view`. The tenant is checked before.
 */
export async function mayRead(
  { db, caller, services }: Pick<Call, "db" | "caller" | "services">,
  file: OwnedFile,
): Promise<boolean> {
  const { createBy, bizType } = file;
  if (createBy === caller.userId || (bizType && PUBLIC.has(bizType))) return true;
  const check = bizType === null ? undefined : services.fileOwners.get(bizType);
  if (check && (await check(db, caller, file))) return true;
  for (const use of await usesOf(db, file.id))
    if (await services.fileOwners.get(use.bizType)?.(db, caller, { ...file, ...use })) return true;
  return !check && caller.permissions.has("sys_file_view");
}
