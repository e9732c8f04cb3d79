import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { draft } from "#backend/engine/notices/notices.testing";
import * as screens from "../app/routes/_shell.$";
import * as login from "../app/routes/login";
import { Browser, type TestConsole, testConsole } from "./console";
import { type TestBackend, testBackend } from "./harness";

// The build gives style sheets addresses below public/; no page is drawn here.
vi.mock("~/ui/sheet/sheet.css", () => ({ default: "" }));

let backend: TestBackend;
let app: TestConsole;
let browser: Browser;
beforeAll(async () => {
  backend = await testBackend();
  app = await testConsole(backend.url, { "/login": login, "*": screens });
  browser = new Browser(app.url);
  await browser.post("/login", { username: "admin", password: "123456" });
});
afterAll(async () => {
  await app?.close();
  await backend?.close();
});

const LIST = "/admin/systemnotice/index";
const detail = (id: string) => `/admin/systemnotice/detail/${id}`;

/** A new notice in draft; its id. */
async function saved(title: string): Promise<string> {
  const key = { _do: "add", _key: randomUUID() };
  const fields = { ...(draft({ title }) as Record<string, string>), ...key };
  const { status, to } = await browser.post("/admin/systemnotice/create", fields);
  expect(status).toBe(303);
  return /detail\/(\d+)$/.exec(to ?? "")?.[1] ?? "";
}

const remove = (page: string, id: string, version = 0) =>
  browser.post(page, { _do: "del", _id: `${id}:${version}`, _key: randomUUID() });

it("a page behind the last leads to the last, whose rows are there", async () => {
  const ids: string[] = [];
  for (let i = 1; i <= 11; i++) ids.push(await saved(`通知${i}`));
  const page = (n: number) => browser.get(`${LIST}?size=10&current=${n}`);
  expect(await page(3)).toMatchObject({ status: 302, to: `${LIST}?size=10&current=2` });
  expect((await page(2)).status).toBe(200);
  // The eleventh goes: the second page is none any more, and ten rows are one page, not two.
  const last = ids[0] ?? "";
  const answer = await remove(`${LIST}?size=10&current=2`, last);
  expect(answer).toMatchObject({ status: 303, to: `${LIST}?size=10&current=2` });
  expect(await page(2)).toMatchObject({ status: 302, to: `${LIST}?size=10` });
  expect((await page(1)).status).toBe(200);
});

it("after deleting on its page the way leads to the list, never back to what is gone", async () => {
  const id = await saved("删掉的通知");
  const page = `${detail(id)}?do=del`;
  expect((await remove(page, id, 7)).status).toBe(409);
  expect((await browser.get(detail(id))).status).toBe(200);
  expect(await remove(page, id)).toMatchObject({ status: 303, to: LIST });
  expect((await browser.get(LIST)).status).toBe(200);
  expect((await browser.get(detail(id))).status).not.toBe(200);
});

it("deleting in a list stays there, with its filters and page", async () => {
  const id = await saved("清单里的通知");
  const list = `${LIST}?title=%E6%B8%85%E5%8D%95&size=10`;
  expect(await remove(`${list}&do=del&on=${id}`, id)).toMatchObject({ status: 303, to: list });
});
