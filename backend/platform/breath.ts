import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";

/** A turn of many small pieces of work lasts no longer than this. */
const TURN_MS = 15;

/** Between pieces of work: lets others have their turn when this one has lasted long enough. */
export function breather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** How many do what would fill the heap. */
let sparing = 0;
const letHeapGrow = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`);

/** Does what reads a lot while the heap is swept before it has grown far beyond what lives; as usual, to the double and more. */
export async function sparingly<T>(work: () => Promise<T>): Promise<T> {
  if (!sparing++) letHeapGrow(40);
  try {
    return await work();
  } finally {
    if (!--sparing) letHeapGrow(0);
  }
}
