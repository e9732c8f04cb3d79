import { readFileSync } from "node:fs";
import { expect, type Page, rowWith, testAs, unique } from "../support";

const test = testAs("it_staff");

const file = (name: string, bytes: number, mimeType = "text/plain") => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes, `${name} `),
});
const upload = (page: Page) => page.getByRole("group", { name: /^附件/ });

test.beforeEach(async ({ page }) => {
  await page.goto("/admin/systemnotice/create");
});

/** The rest of a notice that can be saved. */
async function fillIn(page: Page, title: string) {
  await page.getByRole("textbox", { name: /^标题/ }).fill(title);
  await page.getByRole("textbox", { name: /^通知摘要/ }).fill("带附件");
  await page.getByLabel(/^推送类型/).selectOption({ label: "制度通知" });
  await page.locator("textarea[name=content]").fill("<p>见附件</p>");
}

test("without script files go along with the form and are kept by their boxes", async ({ page, browserOf }) => {
  const title = unique("附件");
  const name = `${unique("anlage")}.txt`;
  await fillIn(page, title);
  await upload(page)
    .locator("input[type=file]")
    .setInputFiles([file(name, 100), file("zwei.txt", 100)]);
  await page.getByRole("button", { name: "保存草稿" }).click();
  await expect(page.getByText("新增成功")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "编辑", exact: true }).click();
  await upload(page).getByRole("listitem").filter({ hasText: "zwei.txt" }).getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "保存草稿" }).click();
  await expect(page.getByText("修改成功")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "zwei.txt" })).toHaveCount(0);

  const admin = await browserOf("admin");
  await admin.goto(`/admin/file/index?original=${encodeURIComponent(name)}`);
  await expect(rowWith(admin, name)).toContainText("程立行");
});

test("without script too many files are refused, and what was typed stays", async ({ page }) => {
  await fillIn(page, "四个附件");
  await upload(page)
    .locator("input[type=file]")
    .setInputFiles([1, 2, 3, 4].map((n) => file(`${n}.txt`, 10)));
  await page.getByRole("button", { name: "保存草稿" }).click();
  await expect(page.getByRole("alert")).toContainText("最多上传 3 个文件");
  await expect(page.getByRole("textbox", { name: /^标题/ })).toHaveValue("四个附件");
});

test("an avatar is changed in the profile", async ({ page }) => {
  await page.goto("/info/index");
  const png = readFileSync("tests/screens/administration/avatar.png");
  await page.locator("[name=avatarFiles]").setInputFiles({ name: "avatar.png", mimeType: "image/png", buffer: png });
  await page.locator("button[value=avatar]").click();
  await expect(page.locator("img.avatar").first()).toBeVisible();
  const shown = page.locator("img.avatar").first();
  const picture = await page.request.get((await shown.getAttribute("src")) ?? "");
  expect(picture.headers()["content-type"]).toBe("image/png");
});
