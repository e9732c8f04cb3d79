import { testDatabase } from "../../../tests/harness";
import type { Database } from "../../db/sql";
import { seedDemo } from "./demo";

/** Business day that the data of `seeded` ends on. */
export const TODAY = "2026-11-21";

let made: Promise<{ db: Database; lines: string[] }> | undefined;

/**
 * A database with all demonstration data, and what its seed said; one for all test files of a worker
 * that only read it. The run drops it at its end.
 */
export function seeded(): Promise<{ db: Database; lines: string[] }> {
  made ??= (async () => {
    const db = await testDatabase();
    const lines: string[] = [];
    await seedDemo(db, { today: TODAY, log: (line) => lines.push(line) });
    return { db, lines };
  })();
  return made;
}
