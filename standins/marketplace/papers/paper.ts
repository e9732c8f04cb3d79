import { type Ask, Fault } from "../../http/words";

const MOST_PAPERS = 1000;

/** It is worked on when it is asked for the first time, and done the next time. */
export const progress = (paper: { asked: number }) => (paper.asked++ ? "DONE" : "IN_PROGRESS");

/** @throws Fault when there are too many already */
export function bounded(record: Record<string, unknown>): void {
  if (Object.keys(record).length >= MOST_PAPERS) throw new Fault(429, "Too many documents");
}

/** What the path names. @throws Fault when there is none */
export function found<T>(record: Record<string, T>, { path }: Ask): T {
  const value = record[path[0] ?? ""];
  if (value === undefined) throw new Fault(404, "Not found");
  return value;
}

/** Makes room for one more: the oldest ones are forgotten, as the real marketplace does after some weeks. */
export function roomIn(record: Record<string, unknown>, most: number): void {
  for (const name of Object.keys(record).slice(0, Math.max(Object.keys(record).length + 1 - most, 0)))
    delete record[name];
}
