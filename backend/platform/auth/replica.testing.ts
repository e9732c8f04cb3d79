import { vi } from "vitest";
import type { TestBackend } from "../../../tests/harness";
import { twinOf } from "../../../tests/harness-twin";

export type Replica = Awaited<ReturnType<typeof twinOf>>;

/** Another backend on the database of the first; it shares nothing else with it, no module either. */
export function replicaOf(backend: TestBackend): Promise<Replica> {
  vi.resetModules();
  return twinOf(backend);
}
