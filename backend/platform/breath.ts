import { setImmediate } from "node:timers/promises";

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
