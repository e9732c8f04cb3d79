import type { BackendConfig } from "#backend/platform/config";
import { patchRow } from "#backend/platform/db/by-id";
import type { Database } from "#backend/platform/db/sql";
import { isNear, type Origin } from "#backend/platform/http/near";
import { hashPassword, verifyPassword } from "../password";
import type { SessionAccount } from "../session/account";

/** Everyone of a demonstration signs in with it; the login page and the README say so. */
export const DEMO_PASSWORD = "123456";

/** What the login page of a demonstration lists. */
export interface DemoAccount {
  username: string;
  password: string;
  roleCode: string;
  roleName: string;
}

/**
 * Whether an account still has the published demo password. Demo short cuts (code shown, chosen
 * identity) open only such accounts: they give away nothing that the password does not, and a
 * system taken into use with demo mode still on is not open to everybody.
 */
export const isDemoAccount = (account: SessionAccount): Promise<boolean> =>
  verifyPassword(DEMO_PASSWORD, account.password);

/** Whether this caller is offered the short cuts of a demonstration: never one from the internet. */
export const offersDemo = (config: BackendConfig, req: Origin): boolean => config.demo && isNear(req);

/** Gives `admin` a password of its own while it still has the published one. @returns whether it did */
export async function closeDemoAdmin(db: Database, password: string): Promise<boolean> {
  const admin = await db.one<{ id: string; password: string }>(
    "select id, password from sys_user where tenant_id = 1 and username = 'admin' and del_flag = 0",
  );
  if (!admin || !(await verifyPassword(DEMO_PASSWORD, admin.password))) return false;
  await patchRow(db, "sys_user", admin.id, { password: await hashPassword(password) });
  return true;
}
