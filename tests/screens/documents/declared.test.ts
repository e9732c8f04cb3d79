import { readXlsx } from "hucre/xlsx";
import { describe } from "vitest";
import { documents } from "#documents";
import { allFields, type DocumentType, permissionOf } from "#documents/kit";
import { ROLE_ACCOUNTS } from "../../../backend/seed/organisation/accounts";
import { api } from "../../product/api";
import { expect, type Page, submit, testAs } from "../support";

// What every declared document can do, whatever it is: a new declaration is tested without a line here.

const test = testAs("admin");
const main = (page: Page) => page.getByRole("main");
const rows = (page: Page) => main(page).locator("tbody tr:has(th, td)");
const heads = (page: Page) => main(page).locator("thead th");
const list = ({ screens }: DocumentType, query = "") => `${screens.list}?v=0&${query}`;

const known = new Map<string, Promise<Set<string>>>();

/** Permission codes of somebody. */
function codesOf(username: string): Promise<Set<string>> {
  const ask = async () => {
    const info = await (await api(username)).get<{ permissions: string[] }>("/admin/user/info");
    return new Set(info.permissions);
  };
  const codes = known.get(username) ?? ask();
  known.set(username, codes);
  return codes;
}

/** Somebody of the demonstration whose codes are such. */
async function somebody(fits: (codes: Set<string>) => boolean): Promise<string | undefined> {
  for (const { username } of ROLE_ACCOUNTS) if (fits(await codesOf(username))) return username;
  return undefined;
}

const viewOf = (document: DocumentType) => permissionOf(document, "view");

/** Fields that a code hides. */
const masked = (document: DocumentType) =>
  Object.entries(allFields(document)).flatMap(([name, { mask }]) => (mask ? [{ name, mask }] : []));

describe.each(documents.map((document) => [document.name, document] as const))(
  "%s",
  (_, document) => {
    test("its list opens, and an order and a page are links", async ({ page }) => {
      expect((await page.goto(list(document, "size=10"))).status()).toBe(200);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
      const order = heads(page).getByRole("link").first();
      if (await order.count()) {
        await submit(page, order);
        await expect(main(page).locator("thead [aria-sort=ascending]").first()).toBeVisible();
      }
      const next = page
        .getByRole("navigation", { name: "分页" })
        .getByRole("link", { name: "下一页" });
      if (!(await next.count())) return;
      await submit(page, next);
      await expect(page).toHaveURL(/current=2/);
      expect(await rows(page).count()).toBeGreaterThan(0);
    });

    test("a filter that finds nothing says so and keeps what was typed", async ({ page }) => {
      await page.goto(list(document));
      const search = main(page).getByRole("search");
      const text = search
        .locator("input:visible:not([type]), input[type=text]:visible, input[type=search]:visible")
        .first();
      if (!(await text.count())) return;
      await text.fill("没有这样的东西");
      await submit(page, search.getByRole("button", { name: "搜索" }).first());
      await expect(text).toHaveValue("没有这样的东西");
      expect(page.answer?.status()).toBe(200);
    });

    test("who may not see it gets 403, for its file as well", async ({ browserOf }) => {
      const stranger = await somebody((codes) => !codes.has(viewOf(document)));
      if (!stranger) return;
      const page = await browserOf(stranger);
      expect((await page.goto(list(document))).status()).toBe(403);
      if (document.can?.export !== false)
        expect((await page.request.get(`/export/${document.name}`)).status()).toBe(403);
    });

    const secret = document.handwritten ? [] : masked(document);
    if (secret.length > 0)
      test("a value that a code hides is sent to nobody else", async () => {
        for (const { name, mask } of secret) {
          const who = await somebody((codes) => codes.has(viewOf(document)) && !codes.has(mask));
          if (!who) continue;
          const path = `${document.api}/page?size=20`;
          const { records } = await (await api(who)).get<{ records: Record<string, unknown>[] }>(
            path,
          );
          const told = records.filter((row) => row[name] !== undefined && row[name] !== null);
          expect(told, `${who} ${name}`).toEqual([]);
        }
      });

    if (document.can?.export !== false)
      test("its file has the rows of the list", async ({ page }) => {
        await page.goto(list(document, "size=10"));
        const file = main(page).getByRole("link", { name: "导出", exact: true });
        if (!(await file.count())) return;
        const [said] = /共 (\d+) 条/.exec(await main(page).innerText())?.slice(1) ?? ["0"];
        const [download] = await Promise.all([page.waitForEvent("download"), file.click()]);
        const [sheet] = (await readXlsx(download.bytes())).sheets;
        expect(sheet?.rows.length).toBeGreaterThan(Number(said));
      });

    test("a row that is not there is refused", async ({ page }) => {
      const path = document.screens.detail ?? document.screens.edit;
      if (!path) return;
      const url = /\{(id|no)\}/.test(path)
        ? path.replace(/\{(id|no)\}/, "999999999").replace(/\{\w+\}/g, "0")
        : `${path}?id=999999999`;
      const answer = await page.goto(url);
      expect([400, 404], `${url} ${answer.status()}`).toContain(answer.status());
    });
  },
);
