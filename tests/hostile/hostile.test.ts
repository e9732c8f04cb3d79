import { afterAll, beforeAll, expect, test } from "vitest";
import { BORN } from "./born";
import { apiTries, bornPages, bornTries, pageTries, type Try } from "./calls";
import { fileTries } from "./files";
import { send } from "./send";
import { startWatched, type Watched } from "./server";

/** `npm run hostile` tries all of it. */
const FULL = process.env.HOSTILE === "full";
/** Milliseconds beyond an empty page. Beside other tests the machine itself makes longer breaks. */
const MOST_HELD = FULL ? 100 : 2_000;
/** What the short form tries: an open call, a file, a form of nobody, a form of somebody. */
const SHORT =
  /^(POST \/auth\/oauth\/token|POST \/supplier\/supplier\/import csv|(nobody )?POST \/(login|admin\/user\/index)) /;
/** A stall is one that comes back: the rest is the machine. */
const TIMES = 4;

let watched: Watched;
beforeAll(async () => {
  watched = await startWatched();
});
afterAll(() => watched?.stop());

const emptyPage: Try = { name: "", method: "get", path: "/login", headers: { accept: "text/html" } };

async function tryAll(tries: readonly Try[]) {
  for (let i = 0; i < 5; i++) await send(watched.url, emptyPage);
  const empty = await watched.held(() => send(watched.url, emptyPage));
  const result = { tried: 0, refused: 0, stalled: [] as string[], lost: [] as string[] };
  for (const one of tries) {
    let status = 0;
    let held = Number.POSITIVE_INFINITY;
    for (let time = 0; time < TIMES && held - empty > MOST_HELD; time++)
      held = Math.min(
        held,
        await watched.held(async () => {
          status = await send(watched.url, one);
        }),
      );
    result.tried++;
    if (status >= 400 && status < 500) result.refused++;
    if (held - empty > MOST_HELD) result.stalled.push(`${one.name}: ${Math.round(held)} ms`);
    if (status === 0 || status === 500) result.lost.push(`${one.name}: ${status}`);
    if (FULL && result.tried % 500 === 0) console.log(`${result.tried} of ${tries.length}`);
  }
  return result;
}

test("nothing that can be sent stalls the server or is lost", async () => {
  const all = [...(await apiTries(watched)), ...pageTries(watched)];
  const only = process.env.HOSTILE_ONLY;
  const chosen = all.filter(({ name }) => (FULL ? name.includes(only ?? "") : SHORT.test(name)));
  const { tried, refused, stalled, lost } = await tryAll(chosen);
  console.log(
    `${tried} tried, ${refused} refused, ${stalled.length} stalled, ${lost.length} lost` +
      [...stalled, ...lost].map((line) => `\n  ${line}`).join(""),
  );
  expect({ stalled, lost }).toEqual({ stalled: [], lost: [] });
  expect(refused).toBeGreaterThan(0);
}, 3_600_000);

test("nobody waits while a file, a picture or a text is taken apart", async () => {
  const tries = await fileTries(watched);
  const { refused, ...bad } = await tryAll(tries);
  expect(bad).toEqual({ tried: tries.length, stalled: [], lost: [] });
  expect(refused).toBeLessThan(tries.length);
}, 600_000);

test("a name that every object is born with is a name like any other", async () => {
  const before = await watched.born();
  const lost: string[] = [];
  for (const [n, born] of BORN.entries()) {
    const all = [...(await bornTries(watched, born)), ...bornPages(watched, born)];
    // Every day each call hears one of the names, by `npm run hostile` all of them.
    for (const one of all.filter((_, i) => FULL || i % BORN.length === n)) {
      const status = await send(watched.url, one);
      if (status === 0 || status === 500) lost.push(`${one.name}: ${status}`);
    }
  }
  expect(lost).toEqual([]);
  expect(await watched.born()).toBe(before);
  const page = { ...emptyPage, path: "/admin/user/index" };
  const signedIn = { ...page.headers, cookie: watched.cookie };
  expect(await send(watched.url, { ...page, headers: signedIn })).toBe(200);
}, 600_000);
