import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callerOf } from "../http/caller.testing";
import { forgetCallers, rememberCaller } from "./caller-cache";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  forgetCallers();
  vi.advanceTimersByTime(2100);
});
afterEach(() => vi.useRealTimers());

const caller = callerOf();
const loader = (lifeMs = 60_000) => vi.fn(async () => ({ caller, expires: Date.now() + lifeMs }) as const);

it("asks once, and again before a second has passed", async () => {
  const load = loader();
  await rememberCaller("t1", load);
  expect(await rememberCaller("t1", load)).toBe(caller);
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  await rememberCaller("t1", load);
  expect(load).toHaveBeenCalledTimes(2);
});

it("does not outlive the token", async () => {
  await rememberCaller("t2", loader(500));
  vi.advanceTimersByTime(501);
  expect(await rememberCaller("t2", async () => null)).toBeNull();
});

it("forgets at once and remembers nothing for a moment", async () => {
  await rememberCaller("t3", loader());
  forgetCallers();
  const load = loader();
  await rememberCaller("t3", load);
  await rememberCaller("t3", load);
  expect(load).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2100);
  await rememberCaller("t3", load);
  await rememberCaller("t3", load);
  expect(load).toHaveBeenCalledTimes(3);
});

it("does not remember what was read before it was told to forget", async () => {
  await rememberCaller("t4", async () => {
    forgetCallers();
    vi.advanceTimersByTime(2100);
    return { caller, expires: Date.now() + 60_000 };
  });
  const load = loader();
  await rememberCaller("t4", load);
  expect(load).toHaveBeenCalledTimes(1);
});

it("counts from before the question: a slow answer is no newer than that", async () => {
  await rememberCaller("t6", async () => {
    vi.advanceTimersByTime(800);
    return { caller, expires: Date.now() + 60_000 };
  });
  vi.advanceTimersByTime(200);
  const load = loader();
  await rememberCaller("t6", load);
  expect(load).toHaveBeenCalledTimes(1);
});

it("never remembers nobody", async () => {
  await rememberCaller("t5", async () => null);
  expect(await rememberCaller("t5", loader())).toBe(caller);
});
