import { refusalOf } from "#backend/platform/http";

/** As many as one transaction takes: whoever needs one of them waits for all. */
const MOST = 100;

/**
 * Works on many things in their order by few statements. `many` does some of them from the first, in a
 * transaction of its own, and says how many. What it refuses takes no other with it: smaller sets are
 * tried until who is refused stands alone; `one` is for those, and keeps its refusal.
 */
export async function inSets<T>(
  all: readonly T[],
  many: (some: readonly T[]) => Promise<number>,
  one: (single: T) => Promise<unknown>,
): Promise<void> {
  let size = MOST;
  for (let at = 0; at < all.length; ) {
    const some = all.slice(at, at + size);
    const [first] = some;
    if (first !== undefined && some.length === 1) {
      await one(first);
      at += 1;
      size = Math.min(2 * size, MOST);
      continue;
    }
    try {
      at += await many(some);
      size = Math.min(2 * size, MOST);
    } catch (error) {
      // Where the database is gone, smaller sets do not go either.
      if (refusalOf(error).status > 500) throw error;
      size = Math.ceil(some.length / 2);
    }
  }
}
