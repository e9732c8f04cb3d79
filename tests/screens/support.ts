import { test as base, expect } from "vitest";
import { origin, PASSWORD, unique } from "../product/address";
import { BrowserContext, type Locator, type Page, type State } from "./browser";

export type { Locator, Page } from "./browser";
export { expect, origin, PASSWORD, unique };

/** Cookies of a fresh session, as the log-in form without script gives them. */
export async function startSession(username: string, password = PASSWORD): Promise<State> {
  const context = new BrowserContext(origin);
  const answer = await context.request.post("/login", {
    headers: { Origin: origin },
    form: { username, password, intent: "sign-in" },
    maxRedirects: 0,
  });
  expect(answer.status(), `${username} signs in`).toBe(303);
  return context.storageState();
}

const states = new Map<string, Promise<State>>();

/** One session of a person for all tests of this worker. */
function stateOf(username: string | null): Promise<State> {
  if (!username) return Promise.resolve({ cookies: [] });
  const known = states.get(username) ?? startSession(username);
  states.set(username, known);
  return known;
}

interface Fixtures {
  /** What a test provokes on purpose is taken out of here. */
  problems: string[];
  context: BrowserContext;
  page: Page;
  request: BrowserContext["request"];
  /** Another browser, signed in as somebody (null: nobody). Shares the worker's session of that person. */
  browserOf: (username: string | null) => Promise<Page>;
}

/**
 * Tests with a browser without script that this person uses (null: nobody is signed in), and with what
 * no page may do: break its own policy.
 */
export const testAs = (user: string | null) =>
  base.extend<Fixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the first parameter's pattern
    problems: async ({}, use) => {
      const problems: string[] = [];
      await use(problems);
      expect(problems, "violations of a page's own policy").toEqual([]);
    },
    context: async ({ problems }, use) => {
      await use(new BrowserContext(origin, await stateOf(user), problems));
    },
    page: async ({ context }, use) => use(await context.newPage()),
    request: async ({ context }, use) => use(context.request),
    browserOf: async ({ problems }, use) =>
      use(async (username) => new BrowserContext(origin, await stateOf(username), problems).newPage()),
  });

/** Fills in and sends the log-in form that the page shows. */
export async function signIn(page: Page, username: string, password = PASSWORD) {
  await page.locator("[name=username]").fill(username);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

/** Addresses in the side menu of a page, those of its closed branches among them, which come apart. */
export async function wholeMenu(page: Page): Promise<string[]> {
  const entries = page.locator(".menu a");
  const closed = (await entries.attributes("href")).find((href) => href.startsWith("/menu/"));
  if (!closed) return entries.attributes("href");
  const html = await (await page.request.get(closed.replace(/[^/]*$/, ""))).text();
  return [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
}

/** The row of a list in which a text stands. */
export const rowWith = (page: Page, text: string): Locator =>
  page.getByRole("main").getByRole("row").filter({ hasText: text });

/** A folded control (one or several of many), unfolded, by the name of its field. */
async function unfold(scope: Page | Locator, field: string): Promise<Locator> {
  const picker = scope.locator(`details.pick:has(> summary[id$="-${field}"])`);
  if ((await picker.getAttribute("open")) === null) await picker.locator("summary").first().click();
  return picker;
}

/** Unfolds one branch of a tree in a folded control. */
export async function openBranch(scope: Page | Locator, field: string, label: string) {
  const branch = (await unfold(scope, field)).locator(`details:has(> summary[aria-label="${label}"])`);
  if ((await branch.getAttribute("open")) === null) await branch.locator(`summary[aria-label="${label}"]`).click();
}

/** Ticks choices of a folded control. */
export async function choose(scope: Page | Locator, field: string, ...labels: string[]) {
  const picker = await unfold(scope, field);
  for (const name of labels) {
    const wanted = { name, exact: true };
    await picker.getByRole("checkbox", wanted).or(picker.getByRole("radio", wanted)).check();
  }
}

/** Presses what leads to another page, and answers how that page came. */
export async function submit(page: Page, target: Locator) {
  const before = page.answer;
  await target.click();
  if (!page.answer || page.answer === before) throw new Error(`no other page after ${target}`);
  return page.answer;
}
export const follow = submit;

/** Chooses a file; it goes with its form. */
export const attach = (input: Locator, file: Parameters<Locator["setInputFiles"]>[0]) => input.setInputFiles(file);
