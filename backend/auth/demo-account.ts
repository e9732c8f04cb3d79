import { DEMO_PASSWORD } from "../seed/organisation/accounts";
import type { Account } from "./account";
import { verifyPassword } from "./password";

/**
 * Whether an account still has the published demo password. Demo short cuts (code shown, chosen
 * identity) open only such accounts: they give away nothing that the password does not, and a
 * system taken into use with demo mode still on is not open to everybody.
 */
export const isDemoAccount = (account: Account): Promise<boolean> =>
  verifyPassword(DEMO_PASSWORD, account.password);
