import { LRUCache } from "lru-cache";
import { ErpError } from "~/erp/errors";

interface MemoEntry<T extends object> {
  value?: T;
  /** Epoch ms when `value` was asked for. */
  at: number;
  /** The same of what is under way. */
  asked: number;
  pending?: Promise<T>;
}

interface MemoOptions {
  fresh?: boolean;
  /** Epoch ms: what was asked for until then is asked for anew. */
  since?: number | undefined;
}

/**
 * Answers kept per key: one call at a time, fresh for a while. Old ones serve during an outage, but not
 * who asks anew: a form that the backend cannot take is kept before it is read.
 */
export interface Memo<T extends object> {
  get(key: string, load: () => Promise<T>, options?: MemoOptions): Promise<T>;
  drop(key: string): void;
  clear(): void;
}

/**
 * @param freshMs age up to which an answer is used without asking
 * @param outageMs age up to which it still serves while the backend is not reachable
 */
export function createMemo<T extends object>({
  freshMs = 15_000,
  outageMs = 300_000,
  size = 2_000,
  now = Date.now,
} = {}): Memo<T> {
  const entries = new LRUCache<string, MemoEntry<T>>({ max: size });

  const isOutage = (error: unknown) => error instanceof ErpError && error.outage;

  async function ask(key: string, entry: MemoEntry<T>, load: () => Promise<T>): Promise<T> {
    try {
      const value = await load();
      // Cleared meanwhile: the answer may be from before the change that cleared it.
      if (entries.peek(key) === entry) Object.assign(entry, { value, at: entry.asked });
      return value;
    } catch (error) {
      if (!isOutage(error)) entries.delete(key);
      throw error;
    } finally {
      entry.pending = undefined;
    }
  }

  return {
    async get(key, load, { fresh = false, since = -1 } = {}) {
      let entry = entries.get(key) ?? { at: 0, asked: 0 };
      const { value, at } = entry;
      if (!entry.pending || entry.asked <= since) {
        if (value && !fresh && at > since && now() - at < freshMs) return value;
        if (entry.pending) entry = { value, at, asked: 0 };
        entries.set(key, entry);
        entry.asked = now();
        entry.pending = ask(key, entry, load);
      }
      try {
        return await entry.pending;
      } catch (error) {
        if (value && !fresh && isOutage(error) && now() - at < outageMs) return value;
        throw error;
      }
    },
    drop: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
