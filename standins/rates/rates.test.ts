import { afterAll, beforeAll, expect, test } from "vitest";
import { type StandIns, startStandIns } from "..";

let there: StandIns;
beforeAll(async () => {
  there = await startStandIns({ seed: "test" });
});
afterAll(() => there.stop());

const file = async (name: string) => {
  const answer = await fetch(`${there.url}/rates/stats/eurofxref/eurofxref-${name}.xml`);
  return { status: answer.status, text: await answer.text() };
};
const tell = (order: object) => there.control("rates", order);
const daysIn = (text: string) => [...text.matchAll(/time='([\d-]+)'/g)].map((m) => m[1]);
const unitsIn = (text: string, currency: string) => new RegExp(`'${currency}' rate='([\\d.]+)'`).exec(text)?.[1];

test("the newest working day that is out, the same whenever it is asked for; 90 days without weekends", async () => {
  // Monday 2026-11-23, an hour before the rates are out: Friday's.
  await tell({ at: "2026-11-23T14:30:00Z" });
  const { text } = await file("daily");
  expect(daysIn(text)).toEqual(["2026-11-20"]);
  const usd = unitsIn(text, "USD");
  expect(Number(usd)).toBeGreaterThan(1.1);
  expect(Number(usd)).toBeLessThan(1.17);
  expect([usd, unitsIn(text, "JPY")]).toEqual([
    expect.stringMatching(/^\d\.\d{4}$/),
    expect.stringMatching(/^\d{3}\.\d\d$/),
  ]);
  await tell({ at: "2026-11-24T16:30:00Z" });
  const long = (await file("hist-90d")).text;
  const days = daysIn(long);
  expect(days.slice(0, 4)).toEqual(["2026-11-24", "2026-11-23", "2026-11-20", "2026-11-19"]);
  expect([days.length, days.at(-1)]).toEqual([64, "2026-08-27"]);
  expect(long).toContain(`<Cube time='2026-11-20'>\n\t\t\t<Cube currency='USD' rate='${usd}'/>`);
});

test("says what it is told to say, jumps, fails and talks nonsense", async () => {
  await tell({ at: "2026-11-24T16:30:00Z", said: { "2026-11-24": { USD: "1.1000" } } });
  expect(unitsIn((await file("daily")).text, "USD")).toBe("1.1000");
  await tell({ jump: { USD: 1.5 } });
  expect(unitsIn((await file("daily")).text, "USD")).toBe("1.6500");
  await tell({ down: true });
  expect((await file("daily")).status).toBe(503);
  await tell({ down: false, garbage: true });
  expect((await file("daily")).text).not.toContain("<Cube");
  await expect(tell({ rate: 1 })).rejects.toThrow("rate");
});
