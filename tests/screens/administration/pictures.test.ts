import { expect, submit, testAs } from "../support";

const test = testAs("admin");
const PAGE = "/baseSetup/setup/pictures";

test("an archive of pictures is asked for, and what is none is refused where it was chosen", async ({ page }) => {
  await page.goto(PAGE);
  const upload = page.getByRole("button", { name: "上传", exact: true });
  await submit(page, upload);
  await expect(page.getByRole("alert")).toContainText("请选择文件");
  const text = { name: "图片.zip", mimeType: "application/zip", buffer: Buffer.from("no archive") };
  await page.getByLabel("文件").setInputFiles(text);
  await submit(page, page.getByRole("button", { name: "上传", exact: true }));
  await expect(page.getByRole("alert")).toContainText("zip");
  await page.goto(PAGE);
  await expect(page.getByRole("heading", { name: "导入记录" })).toBeVisible();
  expect((await page.goto(`${PAGE}?id=none`)).status()).toBe(404);
});

test("who may not import does not see the page", async ({ browserOf }) => {
  const page = await browserOf("ops");
  expect((await page.goto(PAGE)).status()).toBe(403);
});
