import type { AppLoadContext } from "@remix-run/node";
import { ErpError } from "~/erp/client.server";
import { lockSession, unlockSession } from "~/erp/lock.server";
import { MESSAGES } from "~/text/messages";
import { hashLockPassword, isLockPassword, LOCK_ATTEMPTS } from "./lock/ledger.server";
import type { Session } from "./session.server";
import { erpOf } from "./sign-in.server";

/** What became of a try to unlock. */
export type Unlocking =
  | { kind: "open"; session: Session }
  | { kind: "wrong"; session: Session; message: string }
  /** It was the last one allowed (`lock`), or the session was over before. */
  | { kind: "ended"; reason: "lock" | "expired" };

/** Who keeps the lock of a session and counts its failed tries. */
export interface LockKeeper {
  /** @param password becomes the lock password; none: the one that is set */
  lock(session: Session, password?: string): Promise<Session>;
  unlock(session: Session, password: string): Promise<Unlocking>;
}

/** The backend, or this process and the cookie where the backend has no such call. */
export const keeperOf = (context: AppLoadContext, { lock }: Session): LockKeeper =>
  lock.atBackend ? atBackend(context) : inConsole(context);

function atBackend(context: AppLoadContext): LockKeeper {
  const { lockStates } = context.console;
  return {
    async lock(session, password) {
      return lockStates.told(session, await lockSession(erpOf(context, session), password));
    },
    async unlock(session, password) {
      try {
        const state = await unlockSession(erpOf(context, session), password);
        return { kind: "open", session: lockStates.told(session, state) };
      } catch (error) {
        if (!(error instanceof ErpError)) throw error;
        if (error.signedOut) {
          const last = session.lock.failures >= LOCK_ATTEMPTS - 1;
          return { kind: "ended", reason: last ? "lock" : "expired" };
        }
        return { kind: "wrong", session, message: error.message };
      }
    },
  };
}

function inConsole({ console: { locks } }: AppLoadContext): LockKeeper {
  return {
    async lock(session, password) {
      const hash = password === undefined ? {} : { hash: await hashLockPassword(password) };
      return locks.change(session, { ...hash, locked: true, failures: 0 });
    },
    async unlock(session, password) {
      const failures = session.lock.failures + 1;
      // Counted before it is checked: attempts sent at the same time count one by one.
      const tried = locks.change(session, { failures });
      if (await isLockPassword(password, session.lock.hash ?? ""))
        return { kind: "open", session: locks.change(tried, { locked: false, failures: 0 }) };
      if (failures >= LOCK_ATTEMPTS) return { kind: "ended", reason: "lock" };
      const message = `${MESSAGES.lockPasswordWrong}（还可尝试 ${LOCK_ATTEMPTS - failures} 次）`;
      return { kind: "wrong", session: tried, message };
    },
  };
}
