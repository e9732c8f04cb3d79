import { expect, test } from "vitest";
import { startSessionTimer, type TimerPage } from "./session-timer.client";

/** A page whose clock is moved by hand: each `tick` is one look 10 s later. */
function page(expires: number | null, renewals: (number | null)[]) {
  const state = { now: 1_000, expires, asked: 0, stopped: false, every: 0 };
  let look = async () => {};
  const own: TimerPage = {
    expires: () => state.expires,
    now: () => state.now,
    async renew() {
      return renewals[state.asked++] ?? null;
    },
    every(seconds, run) {
      state.every = seconds;
      look = run;
      return () => {
        state.stopped = true;
      };
    },
  };
  startSessionTimer(own);
  const tick = async () => {
    state.now += 10;
    if (!state.stopped) await look();
  };
  return { state, tick };
}

test("looks every 10 s and renews at 50 s left", async () => {
  const { state, tick } = page(1_070, [600]);
  expect(state.every).toBe(10);
  await tick();
  expect(state.asked).toBe(0); // 60 left
  await tick();
  expect(state.asked).toBe(1); // 50 left
  for (let i = 0; i < 54; i++) await tick();
  expect(state.asked).toBe(1);
  await tick();
  expect(state.asked).toBe(2); // 50 of 600 left
});

test("stops when a renewal fails", async () => {
  const { state, tick } = page(1_020, [null]);
  await tick();
  expect(state).toMatchObject({ asked: 1, stopped: true });
});

test("another tab's renewal counts, and its log-out stops the timer", async () => {
  const { state, tick } = page(1_070, []);
  await tick();
  state.expires = 2_000;
  await tick();
  expect(state.asked).toBe(0);
  state.expires = null;
  await tick();
  expect(state).toMatchObject({ asked: 0, stopped: true });
});

test("a wrong clock is corrected by the server's seconds", async () => {
  const { state, tick } = page(900, [500]);
  await tick();
  for (let i = 0; i < 44; i++) await tick();
  expect(state.asked).toBe(1);
});

test("nobody signed in: no timer", () => {
  expect(page(null, []).state.every).toBe(0);
});
