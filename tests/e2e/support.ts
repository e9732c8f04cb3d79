import { type BrowserContext, test as base, expect, type Locator, type Page, request } from "@playwright/test";
import { origin, PASSWORD, unique } from "../product/address";

export { expect, origin, PASSWORD, unique };

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Cookies of a fresh session, as the log-in form without script gives them. */
export async function startSession(username: string, password = PASSWORD, at = origin) {
  const client = await request.newContext({ baseURL: at, extraHTTPHeaders: { Origin: at } });
  const answer = await client.post("/login", { form: { username, password, intent: "sign-in" }, maxRedirects: 0 });
  expect(answer.status(), `${username} signs in`).toBe(303);
  const state = await client.storageState();
  await client.dispose();
  return state;
}

/** Fills in and sends the log-in form that the page shows. */
export async function signIn(page: Page, username: string, password = PASSWORD) {
  await page.locator("[name=username]").fill(username);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

/** A policy violation, or an error that no code caught, on any page of a context. */
function watch(context: BrowserContext, problems: string[]) {
  context.on("console", (message) => {
    if (/content security policy|securitypolicyviolation/i.test(message.text()))
      problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on("weberror", (error) => {
    // The browser's own: the animation to a page that wants none is given up.
    if (/^Transition was aborted/.test(error.error().message)) return;
    problems.push(`${error.page()?.url()}: ${error.error().message} ${error.error().stack}`);
  });
}

interface TestFixtures {
  /** Who uses `page`; null: nobody is signed in. */
  user: string | null;
  /** Another browser, signed in as somebody (null: nobody). Shares the worker's session of that person. */
  browserOf: (username: string | null) => Promise<Page>;
  /** What a test provokes on purpose is taken out of here. */
  problems: string[];
}
interface WorkerFixtures {
  stateOf: (username: string) => Promise<State>;
}

/**
 * Playwright's test with a person signed in, and with what no page of the product may do: break its
 * content security policy or leave an error uncaught.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  user: [null, { option: true }],
  stateOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      const states = new Map<string, Promise<State>>();
      await use((username) => {
        const known = states.get(username) ?? startSession(username);
        states.set(username, known);
        return known;
      });
    },
    { scope: "worker" },
  ],
  storageState: async ({ user, stateOf }, use) => use(user ? await stateOf(user) : undefined),
  problems: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first parameter's pattern
    async ({}, use) => {
      const problems: string[] = [];
      await use(problems);
      expect(problems, "policy violations and uncaught errors").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, problems }, use) => {
    watch(context, problems);
    await use(context);
  },
  browserOf: async ({ browser, stateOf, problems, contextOptions, javaScriptEnabled }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (username) => {
      const storageState = username ? await stateOf(username) : { cookies: [], origins: [] };
      const baseURL = origin;
      const options = { ...contextOptions, baseURL, javaScriptEnabled, storageState };
      const context = await browser.newContext({ ...options, locale: "zh-CN" });
      watch(context, problems);
      opened.push(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

/** The row of a list in which a text stands. */
export const rowWith = (page: Page, text: string): Locator =>
  page.getByRole("main").getByRole("row").filter({ hasText: text });

/** A folded control (one or several of many), unfolded, by the name of its field. */
async function unfold(scope: Page | Locator, field: string): Promise<Locator> {
  const picker = scope.locator(`details.pick:has(> summary[id$="-${field}"])`);
  if (!(await picker.evaluate((details: HTMLDetailsElement) => details.open)))
    await picker.locator("summary").first().click();
  return picker;
}

/** Unfolds one branch of a tree in a folded control. */
export async function openBranch(scope: Page | Locator, field: string, label: string) {
  const branch = (await unfold(scope, field)).locator(`summary[aria-label="${label}"]`);
  if (!(await branch.evaluate((node) => (node.parentNode as HTMLDetailsElement).open))) await branch.click();
}

/** Ticks choices of a folded control and folds it again, so that it covers nothing. */
export async function choose(scope: Page | Locator, field: string, ...labels: string[]) {
  const picker = await unfold(scope, field);
  for (const name of labels) {
    const wanted = { name, exact: true };
    await picker.getByRole("checkbox", wanted).or(picker.getByRole("radio", wanted)).check();
  }
  if (await picker.evaluate((details: HTMLDetailsElement) => details.open))
    await picker.locator("summary").first().click();
}

/** Follows a link: its page is loaded, or exchanged within the shell. */
export async function follow(page: Page, link: Locator) {
  await Promise.all([page.waitForEvent("framenavigated"), link.click()]);
  await page.waitForLoadState();
}

interface Attached {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Chooses a file and waits until it was sent: what is below it moves then. */
export async function attach(input: Locator, file: Attached) {
  const sent = input.locator("xpath=ancestor::*[@data-upload][1]").locator("li");
  const before = await sent.count();
  await input.setInputFiles(file);
  await expect(sent).toHaveCount(before + 1);
}

/** Sends a form and waits for the page that answers it. */
export async function submit(page: Page, button: Locator) {
  const shown = page.waitForEvent("framenavigated");
  const [answer] = await Promise.all([
    page.waitForResponse(
      (r) =>
        (r.request().isNavigationRequest() || r.request().headers()["x-part"] === "content") &&
        r.status() !== 303 &&
        r.status() !== 302,
    ),
    button.click(),
  ]);
  await shown;
  await page.waitForLoadState();
  return answer;
}
