import { expect, test } from "vitest";
import { endsBefore } from "./ends-before";

const never = new Promise<void>(() => {});

test("work that ends is waited for; other work until nobody waits any longer", async () => {
  const over = new AbortController();
  expect(await endsBefore(over.signal, Promise.resolve())).toBe(true);
  expect(await endsBefore(over.signal, undefined)).toBe(true);
  const waiting = endsBefore(over.signal, never);
  over.abort();
  expect(await waiting).toBe(false);
  expect(await endsBefore(over.signal, never)).toBe(false);
  expect(await endsBefore(over.signal, Promise.resolve()), "a moment is left").toBe(true);
});
