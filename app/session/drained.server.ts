import type { ServerResponse } from "node:http";

/**
 * Waits until the browser has taken what was written so far: a body that is made faster than it is
 * fetched would otherwise pile up in memory.
 * @returns False when the browser has gone away
 */
export function drained(res: ServerResponse): Promise<boolean> {
  if (res.closed || res.destroyed) return Promise.resolve(false);
  if (!res.writableNeedDrain) return Promise.resolve(true);
  return new Promise((done) => {
    const settle = (on: boolean) => {
      res.off("drain", more).off("close", gone);
      done(on);
    };
    const more = () => settle(true);
    const gone = () => settle(false);
    res.on("drain", more).on("close", gone);
  });
}
