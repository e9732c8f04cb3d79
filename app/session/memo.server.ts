import { LRUCache } from "lru-cache";
import { ErpError } from "~/erp/errors";

interface Entry<T extends object> {
  value?: T;
  /** Epoch ms of `value`. */
  at: number;
  pending?: Promise<T>;
}

/** Answers kept per key: one call at a time, fresh for a while, old ones serve during an outage. */
export interface Memo<T extends object> {
  get(key: string, load: () => Promise<T>, options?: { fresh?: boolean }): Promise<T>;
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
  const entries = new LRUCache<string, Entry<T>>({ max: size });

  async function ask(key: string, entry: Entry<T>, load: () => Promise<T>): Promise<T> {
    try {
      const value = await load();
      // Cleared meanwhile: the answer may be from before the change that cleared it.
      if (entries.peek(key) === entry) Object.assign(entry, { value, at: now() });
      return value;
    } catch (error) {
      const outage = error instanceof ErpError && error.outage;
      if (outage && entry.value && now() - entry.at < outageMs) return entry.value;
      entries.delete(key);
      throw error;
    } finally {
      entry.pending = undefined;
    }
  }

  return {
    get(key, load, { fresh = false } = {}) {
      const entry = entries.get(key) ?? { at: 0 };
      if (entry.pending) return entry.pending;
      if (entry.value && !fresh && now() - entry.at < freshMs) return Promise.resolve(entry.value);
      entries.set(key, entry);
      entry.pending = ask(key, entry, load);
      return entry.pending;
    },
    drop: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
