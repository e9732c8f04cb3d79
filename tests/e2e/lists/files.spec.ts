import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test, unique } from "../support";

test.use({ user: "it_staff" });

const file = (name: string, bytes: number, mimeType = "text/plain") => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes, `${name} `),
});
const MB = 1024 * 1024;
const upload = (page: Page) => page.getByRole("group", { name: /^附件/ });
const said = (page: Page) => upload(page).getByRole("status");

test.beforeEach(async ({ page }) => {
  await page.goto("/admin/systemnotice/create");
});

test("a file is sent at once, can be fetched, and goes after a question", async ({ page }) => {
  const name = `${unique("beleg")}.txt`;
  await upload(page).locator("input[type=file]").setInputFiles(file(name, 1000));
  await expect(said(page)).toHaveText("上传成功");
  const link = upload(page).getByRole("link", { name });
  const address = (await link.getAttribute("href")) ?? "";
  const answer = await page.request.get(address);
  expect(answer.status()).toBe(200);
  expect((await answer.body()).length).toBe(1000);
  expect(answer.headers()["x-content-type-options"]).toBe("nosniff");

  let asked = "";
  page.once("dialog", (dialog) => {
    asked = dialog.message();
    void dialog.dismiss();
  });
  await upload(page)
    .getByRole("button", { name: `删除${name}` })
    .click();
  await expect.poll(() => asked).toContain(name);
  await expect(link).toBeVisible();
  page.once("dialog", (dialog) => void dialog.accept());
  await upload(page)
    .getByRole("button", { name: `删除${name}` })
    .click();
  await expect(said(page)).toHaveText("删除成功");
  await expect(link).toHaveCount(0);
});

test("more than the limit, or more than 20 MB in all, is refused before it is sent", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/upload") && sent.push(request.url()));
  const input = upload(page).locator("input[type=file]");
  await input.setInputFiles([1, 2, 3, 4].map((n) => file(`${n}.txt`, 10)));
  await expect(said(page)).toContainText("最多上传 3 个文件，本次选择了 4 个，共 4 个文件");
  // By path: so much data takes its time on the way through the browser's control channel.
  const paths = [11, 10].map((size) => {
    const path = test.info().outputPath(`${size}.txt`);
    writeFileSync(path, Buffer.alloc(size * MB));
    return path;
  });
  await input.setInputFiles(paths);
  await expect(said(page)).toContainText("文件总大小不能超过 20 MB，本次共 21 MB");
  expect(sent).toEqual([]);
});

test("the server's own refusal is said", async ({ page }) => {
  await upload(page)
    .locator("input[type=file]")
    .setInputFiles(file("page.html", 10, "text/html"));
  await expect(said(page)).toContainText("上传失败");
  await expect(said(page)).toContainText("不支持的文件类型");
});

test("nobody gets a file without a session", async ({ page, browserOf }) => {
  await upload(page)
    .locator("input[type=file]")
    .setInputFiles(file(`${unique("f")}.txt`, 10));
  await expect(said(page)).toHaveText("上传成功");
  const address = (await upload(page).getByRole("link").first().getAttribute("href")) ?? "";
  const stranger = await browserOf(null);
  const answer = await stranger.request.get(address, { maxRedirects: 0 });
  expect([302, 401, 403]).toContain(answer.status());
});
