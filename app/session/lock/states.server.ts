import type { Erp } from "~/erp/client.server";
import { fetchLock, type LockState } from "~/erp/lock.server";
import { createMemo } from "../memo.server";
import type { Session } from "../session.server";

/** Status by which the backend refuses the calls of a locked session. */
export const LOCKED = 423;
/** Age up to which a lock set elsewhere may be unseen by reads; forms always ask, and so does the backend. */
const FRESH_MS = 900;
/** For how long a backend that keeps no locks is not asked again. */
const ABSENT_MS = 60_000;

/** What the backend says of the locks of sessions. */
export interface LockStates {
  /** The session with the lock that the backend keeps; as it is when the backend keeps none. */
  latest(session: Session, erp: Pick<Erp, "get">, how: { fresh: boolean }): Promise<Session>;
  /** The session with a state that the backend just told. */
  told(session: Session, state: LockState): Session;
}

const withState = (session: Session, { set, locked, failures }: LockState): Session => ({
  ...session,
  lock: { ...session.lock, atBackend: true, hash: set ? "" : null, locked, failures },
});

export function createLockStates(): LockStates {
  const states = createMemo<{ state: LockState | null }>({ freshMs: FRESH_MS, now: () => Date.now() });
  let absentUntil = 0;
  return {
    async latest(session, erp, { fresh }) {
      if (Date.now() < absentUntil) return session;
      const load = async () => ({ state: await fetchLock(erp) });
      const { state } = await states.get(session.accessToken, load, { fresh });
      if (state) return withState(session, state);
      absentUntil = Date.now() + ABSENT_MS;
      return session;
    },
    told(session, state) {
      states.drop(session.accessToken);
      return withState(session, state);
    },
  };
}
