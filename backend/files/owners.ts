import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";

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

/** Pictures that everybody of the tenant may see. */
const owners = new Map<string, OwnerCheck>([["avatar", async () => true]]);

/** Binds files of a kind of document to that document's view permission. */
export const registerFileOwner = (bizType: string, check: OwnerCheck) => owners.set(bizType, check);

/**
 * Who may download: the uploader, whoever may view the owning document, and for files without a
 * known owner the holders of `sys_file_view`. The tenant is checked before.
 */
export async function mayRead(sql: Sql, caller: Caller, file: OwnedFile): Promise<boolean> {
  if (file.createBy === caller.userId) return true;
  const check = file.bizType === null ? undefined : owners.get(file.bizType);
  return check ? check(sql, caller, file) : caller.permissions.has("sys_file_view");
}
