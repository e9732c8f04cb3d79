import { monitorEventLoopDelay } from "node:perf_hooks";

/** Longest time in ms that this process answered nobody else while the work went on. */
export async function heldBy(work: () => Promise<unknown>): Promise<number> {
  const held = monitorEventLoopDelay({ resolution: 5 });
  held.enable();
  await work();
  // Once round the loop: what held it until now is counted then.
  await new Promise((done) => setTimeout(done, 20));
  held.disable();
  return held.max / 1e6;
}
