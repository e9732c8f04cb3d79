import { expect, test } from "vitest";
import { ErpError } from "~/erp/errors";
import { createMemo } from "./memo.server";

function counting(now = { ms: 0 }) {
  const memo = createMemo<{ n: number }>({ freshMs: 100, outageMs: 1_000, now: () => now.ms });
  const state = { calls: 0, fail: null as Error | null };
  const load = async () => {
    state.calls++;
    if (state.fail) throw state.fail;
    return { n: state.calls };
  };
  return { memo, state, load, now };
}
const outage = new ErpError("x", 502, null, undefined, "unreachable");

test("one call for those who ask at once, none while fresh", async () => {
  const { memo, state, load, now } = counting();
  await Promise.all([memo.get("k", load), memo.get("k", load)]);
  now.ms = 99;
  expect(await memo.get("k", load)).toEqual({ n: 1 });
  now.ms = 100;
  expect(await memo.get("k", load)).toEqual({ n: 2 });
  expect(await memo.get("k", load, { fresh: true })).toEqual({ n: 3 });
  expect(state.calls).toBe(3);
});

test("an outage serves the old answer for a while, a refusal never", async () => {
  const { memo, state, load, now } = counting();
  await memo.get("k", load);
  state.fail = outage;
  now.ms = 999;
  expect(await memo.get("k", load)).toEqual({ n: 1 });
  state.fail = new ErpError("no", 401);
  await expect(memo.get("k", load)).rejects.toThrow("no");
  state.fail = outage;
  await expect(memo.get("k", load)).rejects.toThrow("x");
});

test("who asks anew is told of an outage; others still get the old answer", async () => {
  const { memo, state, load } = counting();
  await memo.get("k", load);
  state.fail = outage;
  await expect(memo.get("k", load, { fresh: true })).rejects.toThrow("x");
  expect(await memo.get("k", load)).toEqual({ n: 1 });
});

test("an answer that was under way when the memory was cleared is not kept", async () => {
  const { memo, load } = counting();
  const running = memo.get("k", load);
  memo.clear();
  expect(await running).toEqual({ n: 1 });
  expect(await memo.get("k", load)).toEqual({ n: 2 });
});

test("who wrote meanwhile, in another copy, is told nothing from before, also of what was under way", async () => {
  const { memo, state, load, now } = counting();
  await memo.get("k", load);
  now.ms = 20;
  expect(await memo.get("k", load, { since: 10 })).toEqual({ n: 2 });
  expect(await memo.get("k", load, { since: 10 })).toEqual({ n: 2 });
  let answer = (_: { n: number }) => {};
  const slow = memo.get("k", () => new Promise((done) => (answer = done)), { fresh: true });
  now.ms = 40;
  expect(await memo.get("k", load, { since: 30 })).toEqual({ n: 3 });
  answer({ n: 0 });
  expect(await slow).toEqual({ n: 0 });
  expect(await memo.get("k", load)).toEqual({ n: 3 });
  expect(state.calls).toBe(3);
});
