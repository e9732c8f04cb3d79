import { verifyPassword } from "../password";
import type { Account } from "../session/account";

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
export const isDemoAccount = (account: Account): Promise<boolean> =>
  verifyPassword(DEMO_PASSWORD, account.password);
