import type { Database } from "#backend/platform/db/sql";
import { today } from "#backend/platform/values/calendar";
import { testDatabase } from "../../tests/harness";

/** Business day that the demonstration ends on. */
export const TODAY = today();

let made: Promise<Database> | undefined;

/** The demonstration; one for all test files of a worker that only read it. The run drops it at its end. */
export function seeded(): Promise<Database> {
  made ??= testDatabase("demo");
  return made;
}
