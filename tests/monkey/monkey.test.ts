import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_ACCOUNTS } from "#backend/demo";
import { type TestBackend, testBackend } from "../harness";
import { runs } from "../runs";
import { dice } from "./answers";
import { faults, unexplained } from "./books";
import { type Person, person } from "./people";
import { step, type Tried, type World } from "./play";

/** Hands that press at the same time. */
const HANDS = 4;
const ACTIONS = runs(250);
const SEED = Number(process.env.SEED || (process.env.RUNS ? Date.now() % 1e9 : 20251121));

let backend: TestBackend;
let people: Person[];
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
  people = await Promise.all(DEMO_ACCOUNTS.map(({ username }) => person(backend.url, username)));
});
afterAll(() => backend.close());

/** How often each thing was tried, done and why it was refused, the most tried first. */
function report(all: readonly Tried[]) {
  const by = new Map<string, { tried: number; done: number; said: Map<string, number> }>();
  for (const { what, status, msg } of all) {
    const of = by.get(what) ?? { tried: 0, done: 0, said: new Map() };
    by.set(what, of);
    of.tried++;
    if (status === 200) of.done++;
    else of.said.set(msg, (of.said.get(msg) ?? 0) + 1);
  }
  return [...by]
    .sort(([, a], [, b]) => b.tried - a.tried)
    .map(([what, { tried, done, said }]) => {
      const most = [...said].sort(([, a], [, b]) => b - a).slice(0, 2);
      return `${what} ${done}/${tried} ${most.map(([msg, n]) => `${n}× ${msg}`).join(" | ")}`;
    });
}

test("whatever people press, stock, payables, costs and histories add up", async () => {
  const all: Tried[] = [];
  expect(await faults(backend.db)).toEqual([]);
  const before = new Set(await unexplained(backend.db));
  const hand = async (n: number) => {
    const world: World = { dice: dice(SEED + n), people, lately: [] };
    while (all.length < ACTIONS) {
      const tried = await step(world);
      if (tried) all.push(tried);
    }
  };
  await Promise.all(Array.from({ length: HANDS }, (_, n) => hand(n)));
  const done = all.filter(({ status }) => status === 200).length;
  console.log(`monkey: seed ${SEED}, ${all.length} tried, ${done} done`);
  if (process.env.RUNS) console.log(report(all).join("\n"));
  expect(all.filter(({ status }) => status >= 500)).toEqual([]);
  expect(done).toBeGreaterThan(ACTIONS / 4);
  expect(await faults(backend.db)).toEqual([]);
  expect((await unexplained(backend.db)).filter((row) => !before.has(row))).toEqual([]);
});
