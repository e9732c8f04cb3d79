/**
 * Runs work for each thing, so many beside each other, in their order. What fails of one keeps no other from its
 * turn. @throws the first fault, once all have had theirs
 */
export async function eachBeside<T>(
  things: readonly T[],
  most: number,
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  const waiting = things.values();
  const one = async () => {
    for (const thing of waiting) await work(thing).catch((error: unknown) => void faults.push(error));
  };
  await Promise.all(Array.from({ length: most }, one));
  if (faults.length) throw faults[0];
}
