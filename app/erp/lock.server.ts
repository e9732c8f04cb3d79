import { z } from "zod";
import type { Erp } from "./client.server";
import { ErpError } from "./errors";

const lockState = z.object({
  /** A lock password is set. */
  set: z.boolean(),
  locked: z.boolean(),
  /** Wrong passwords in a row. */
  failures: z.number(),
});
/** The lock of a session as the backend keeps it. */
export type LockState = z.output<typeof lockState>;

const PATH = "/auth/session/lock";

/** The lock of the token's session; null: this backend keeps none. */
export async function fetchLock(erp: Pick<Erp, "get">): Promise<LockState | null> {
  try {
    return await erp.get(PATH, { schema: lockState });
  } catch (error) {
    if (error instanceof ErpError && error.status === 404) return null;
    throw error;
  }
}

/** Locks the session, with a new lock password or with the one that is set. */
export const lockSession = (erp: Erp, password: string | undefined): Promise<LockState> =>
  erp.post(PATH, { body: { password }, schema: lockState });

/** Unlocks the session. @throws ErpError 426 wrong password, 401 the session has ended by it */
export const unlockSession = (erp: Erp, password: string): Promise<LockState> =>
  erp.post("/auth/session/unlock", { body: { password }, schema: lockState });
