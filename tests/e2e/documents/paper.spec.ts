import type { Page } from "@playwright/test";
import { documents } from "#documents";
import { printsOf } from "#documents/kit";
import { api } from "../../product/api";
import { expect, test } from "../support";

test.use({ user: "admin" });
// Some forty sheets in one browser.
test.setTimeout(120_000);

/** Room between the margins in CSS pixels; a label is 100 mm wide. */
const WIDTHS: Readonly<Record<string, number>> = { a4: 703, a5: 499, lying: 1031, label: 347 };
const LONG = "加厚防滑硅胶隔热垫厨房餐桌垫子家用圆形方形套装礼盒版超长中文名称用于检验排版是否换行完整";
const ROWS = 40;

/** Elements of a sheet with many rows and long names that leave the paper or are cut. */
const overflow = (page: Page) =>
  page
    .locator(".paper")
    .first()
    .evaluate(
      (sheet, [long, rows]) => {
        for (const body of sheet.querySelectorAll("tbody")) {
          const first = [...body.rows].find((row) => row.querySelector("td"));
          const words = [...(first?.cells ?? [])].filter((cell) => !cell.matches(".num, .n, .code"));
          const widest = words.slice(1).sort((a, b) => b.innerText.length - a.innerText.length)[0];
          if (!first) continue;
          if (widest) widest.textContent = long;
          for (let n = 1; n < rows; n++) first.after(first.cloneNode(true));
        }
        const edge = sheet.getBoundingClientRect().right + 1;
        const isCut = (el: Element) =>
          el instanceof HTMLElement && getComputedStyle(el).display !== "inline" && el.scrollWidth > el.clientWidth + 1;
        return [...sheet.querySelectorAll("*")]
          .filter((el) => el.getBoundingClientRect().right > edge || isCut(el))
          .map((el) => el.outerHTML.slice(0, 90));
      },
      [LONG, ROWS] as const,
    );

test("every sheet fits its paper, with many rows and long names too", async ({ page }) => {
  const admin = await api();
  const seen: string[] = [];
  await page.emulateMedia({ media: "print" });
  for (const document of documents)
    for (const [name, sheet] of printsOf(document)) {
      const states = sheet.from ? `&status=${sheet.from.join()}` : "";
      const { records } = await admin.get<{ records: { id: string }[] }>(
        `${document.api}/page?size=1&descs=id${states}`,
      );
      if (!records[0]) continue;
      const type = sheet.type ? `&type=${sheet.type}` : "";
      await page.goto(`${sheet.path}?ids=${records[0].id}${type}`);
      const paper = page.locator(".paper").first();
      const kind = (await paper.getAttribute("class"))?.split(" ")[1] ?? "a4";
      const isLabel = await page.locator(".box-label").count();
      await page.setViewportSize({ width: WIDTHS[isLabel ? "label" : kind] ?? 703, height: 900 });
      expect(await overflow(page), `${document.name} ${name}`).toEqual([]);
      seen.push(document.name);
    }
  expect(seen).toEqual(
    expect.arrayContaining([
      "transfer",
      "customs_declaration",
      "fba_return",
      "evaluation",
      "evaluation_order",
      "eva_refund",
      "eva_request",
    ]),
  );
  expect(seen.length).toBeGreaterThan(20);
});
