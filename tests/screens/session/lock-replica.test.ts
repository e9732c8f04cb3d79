import { afterAll, beforeAll } from "vitest";
import { secondConsole } from "../product";
import { expect, origin, startSession, testAs } from "../support";

const test = testAs(null);

const SECRET = "open sesame";

let second: Awaited<ReturnType<typeof secondConsole>>;
beforeAll(async () => {
  second = await secondConsole();
});
afterAll(() => second.close());

/** Asks one of the consoles with these cookies and nothing else. */
function ask(at: string, path: string, cookie: string, form?: Record<string, string>) {
  const body = form && new URLSearchParams(form);
  const headers = { cookie, origin: at, accept: "text/html" };
  return fetch(at + path, { method: body ? "POST" : "GET", body, headers, redirect: "manual" });
}

/** The Cookie header of a new session. */
async function newSession(): Promise<string> {
  const { cookies } = await startSession("promo");
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

const whereTo = async (answer: Promise<Response>) => (await answer).headers.get("location")?.split("?")[0];

test("an old cookie is refused by another console, and unlocks there by the password", async () => {
  const cookie = await newSession();
  const locked = await ask(origin, "/lock", cookie, { password: SECRET });
  expect(locked.status).toBe(303);
  const form = { displayname: "x" };
  expect(await whereTo(ask(second.origin, "/info/index", cookie))).toBe("/lock");
  const kept = await ask(second.origin, "/info/index", cookie, form);
  expect(kept.status).toBe(403);
  expect(await kept.text()).toContain("刚才填写的内容已为您保留");
  const opened = await ask(second.origin, "/lock", cookie, { password: SECRET });
  expect(opened.status).toBe(303);
  expect((await ask(second.origin, "/info/index", cookie)).status).toBe(200);
});

test("wrong tries at two consoles at once count one by one, and the fifth ends the session", async () => {
  const cookie = await newSession();
  await ask(origin, "/lock", cookie, { password: SECRET });
  const tries = Array.from({ length: 8 }, (_, i) =>
    ask(i % 2 ? origin : second.origin, "/lock", cookie, { password: `wrong ${i}` }),
  );
  const answers = await Promise.all(tries);
  const counted = answers.filter((answer) => answer.status === 422);
  const left = await Promise.all(counted.map(async (a) => /还可尝试 (\d) 次/.exec(await a.text())));
  expect(left.map((found) => found?.[1]).sort()).toEqual(["1", "2", "3", "4"]);
  for (const at of [origin, second.origin]) {
    const headers = { cookie, origin: at, accept: "application/json" };
    const asked = await fetch(`${at}/session/refresh`, { method: "POST", headers });
    expect(asked.status, at).toBe(401);
  }
});
