import { truncateSync, writeFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support";

test.use({ user: "admin" });

const open = (page: Page, widget: string) => page.goto(`/crud/index?widget=${widget}`);

/** Waits until an island's script answers: before it, a link leads to another page and a tab does nothing. */
const alive = (part: Locator) =>
  expect.poll(() => part.evaluate((el) => Object.keys(el).some((key) => key.startsWith("__react")))).toBe(true);

test("a dialog keeps the focus, and Escape leads back to the list", async ({ page }) => {
  await page.goto("/crud/index?name=风扇&add=1");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("名称")).toBeFocused();
  for (let i = 0; i < 40; i++) await page.keyboard.press("Tab");
  const inside = await dialog.evaluate(
    (d) => d.contains(document.activeElement) || document.activeElement === document.body,
  );
  expect(inside).toBe(true);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/name=[^&]+$/);
  await expect(dialog).toHaveCount(0);
});

test("text inputs drop quotes and angle brackets, multi-value ones join by commas", async ({ page }) => {
  await open(page, "input");
  await page.getByLabel("文本").fill(`<b>"示例"</b>'`);
  await page.getByLabel("多值搜索").fill(" A1  B2，C3 ,");
  await page.getByLabel("多值搜索").blur();
  await expect(page.getByLabel("文本")).toHaveValue("b示例/b");
  await expect(page.getByLabel("多值搜索")).toHaveValue("A1,B2,C3");
});

test("a phone number is shown 3-4-4 while typing and posted as digits", async ({ page }) => {
  await open(page, "input");
  const phone = page.getByLabel("手机");
  await phone.fill("");
  await phone.pressSequentially("13912345678");
  await expect(phone).toHaveValue("139 1234 5678");
  await phone.press("Enter");
  await expect(page).toHaveURL(/phone=13912345678(&|$)/);
});

test("numbers keep to their digits, a textarea counts", async ({ page }) => {
  await open(page, "input");
  const weight = page.getByLabel("重量");
  await weight.fill("");
  await weight.pressSequentially("12345678.98765x");
  await expect(weight).toHaveValue("123456.987");
  await weight.fill("");
  await weight.pressSequentially("1,5");
  await weight.blur();
  await expect(weight).toHaveValue("1,5");
  await weight.fill("");
  await weight.pressSequentially("1,234.5");
  await weight.blur();
  await expect(weight).toHaveValue("1234.5");
  await page.getByLabel("备注").fill("四个汉字");
  await expect(page.getByText("4/200")).toBeVisible();
});

test("a multiple choice is searched, summed up and limited", async ({ page }) => {
  await open(page, "multi-select");
  const many = page.locator("details.pick").first();
  await many.locator("summary").click();
  await many.getByLabel("筛选选项").fill("30");
  await expect(many.locator("label.tick:visible")).toHaveCount(1);
  await many.getByLabel("示例选项30").check();
  await expect(many.locator("summary")).toHaveText("示例选项2、示例选项5、示例选项30");
  await page.keyboard.press("Escape");
  await expect(many).not.toHaveAttribute("open");

  const few = page.locator("details.pick").nth(1);
  await few.locator("summary").click();
  for (const n of [1, 2]) await few.getByLabel(`示例选项${n}`, { exact: true }).check();
  await few.getByLabel("示例选项3").click();
  await expect(few.getByLabel("示例选项3")).not.toBeChecked();
});

test("a permission tree: a tick takes its branch and its parents along, the parent stays alone", async ({ page }) => {
  await open(page, "tree");
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await page.getByRole("button", { name: "全部展开" }).click();
  await box("采购新增").check();
  await expect(box("采购")).toBeChecked({ indeterminate: true });
  await box("采购新增").uncheck();
  await expect(box("采购")).toBeChecked({ indeterminate: true });
  await box("采购").uncheck();
  await expect(box("采购")).not.toBeChecked();
  await box("仓库").check();
  await expect(box("仓库导出")).toBeChecked();
  await page.getByRole("button", { name: "清空" }).click();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
});

test("a tree dictionary says that it is loading, then shows its value's label", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/crud/examples", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, "tree");
  await expect(page.getByText("获取字典中...").first()).toBeVisible();
  release();
  const pick = page.locator("[data-dictionary] summary");
  await expect(pick.first()).toHaveText("示例分类一-2");
  await pick.first().click();
  await page.getByRole("radio", { name: "示例分类三-1" }).check();
  await expect(pick.first()).toHaveText("示例分类三-1");
});

const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.alloc(10, "a") });

/** A file on the disk: so large a one would take seconds on its way to the browser. */
function large(bytes: number): string {
  const path = test.info().outputPath("大.txt");
  writeFileSync(path, "");
  truncateSync(path, bytes);
  return path;
}

test("files are sent at once, within number and size, and removed after a question", async ({ page }) => {
  await open(page, "upload");
  const upload = page.locator(".upload.file");
  const input = upload.locator("input[type=file]");
  await input.setInputFiles([file("一.txt"), file("二.txt"), file("三.txt")]);
  await expect(upload.getByRole("status")).toHaveText("最多上传 3 个文件，本次选择了 3 个，共 4 个文件");
  await input.setInputFiles(large(20 * 1024 * 1024 + 1));
  await expect(upload.getByRole("status")).toContainText("文件总大小不能超过 20 MB");
  await input.setInputFiles([file("一.txt")]);
  await expect(upload.getByRole("status")).toHaveText("上传成功");
  await expect(upload.getByRole("link", { name: "一.txt" })).toBeVisible();

  page.once("dialog", (dialog) => dialog.dismiss());
  await upload.getByRole("button", { name: "删除一.txt" }).click();
  await expect(upload.getByRole("link", { name: "一.txt" })).toBeVisible();
  page.once("dialog", (dialog) => dialog.accept());
  await upload.getByRole("button", { name: "删除一.txt" }).click();
  await expect(upload.getByRole("status")).toHaveText("删除成功");

  await page.route("**/crud/examples", (route) => route.abort());
  await input.setInputFiles([file("二.txt")]);
  await expect(upload.getByRole("status")).toHaveText("上传失败");
});

test("quick options fill the range, a start moves the earliest end", async ({ page }) => {
  await open(page, "date");
  const range = page.getByRole("group", { name: "日期", exact: true });
  await range.getByRole("button", { name: "昨天" }).click();
  await expect(range.getByLabel("开始日期")).toHaveValue("2026-06-30");
  await expect(range.getByLabel("结束日期")).toHaveValue("2026-06-30");
  await expect(range.getByLabel("结束日期")).toHaveAttribute("min", "2026-06-30");
  const report = page.getByRole("group", { name: "报表日期" });
  await expect(report.getByLabel("结束日期")).toHaveAttribute("max", "2026-06-30");
});

test("全选 ticks the page's rows and shows when only some are ticked", async ({ page }) => {
  await page.goto("/crud/index");
  const all = page.getByRole("checkbox", { name: "全选" });
  await all.check();
  await expect(page.locator("tbody input:checked")).toHaveCount(10);
  await page.getByRole("checkbox", { name: "选择第3行" }).uncheck();
  await expect(all).toBeChecked({ indeterminate: true });
});

test("a carousel turns by itself until it is paused", async ({ page }) => {
  await open(page, "carousel");
  const left = () => page.locator(".carousel ul").evaluate((ul) => ul.scrollLeft);
  await expect.poll(left, { timeout: 8000 }).toBeGreaterThan(100);
  await page.getByRole("button", { name: "暂停" }).click();
  await expect(page.getByRole("button", { name: "播放" })).toHaveAttribute("aria-pressed", "true");
});

test("rich text writes HTML into the textarea that is posted", async ({ page }) => {
  await open(page, "island");
  await page.locator("textarea[name=content]").hover();
  const editor = page.getByRole("textbox", { name: "正文" }).first();
  await expect(page.getByRole("toolbar", { name: "正文格式" })).toBeVisible();
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.getByRole("button", { name: "无序列表" }).click();
  await expect(page.locator("textarea[name=content]")).toHaveValue(/^<ul><li>.*<b>示例<\/b>.*<\/li><\/ul>$/);
});

test("the picture dialog returns the focus, tabs change without a request", async ({ page }) => {
  await open(page, "island");
  const opener = page.getByRole("link", { name: "查看大图" });
  await opener.hover();
  await alive(opener);
  await opener.click();
  await expect(page.getByRole("dialog", { name: "示例图片" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  const second = page.getByRole("tab", { name: "页签二" });
  await alive(second);
  await second.click();
  await expect(page.getByText("示例内容二")).toBeVisible();
  await expect(page.getByText("示例内容一")).toBeHidden();
});

test.describe("in an English browser", () => {
  test.use({ locale: "en-US" });

  test("a day is shown and typed as 2026-07-05, and what is none is said", async ({ page }) => {
    await page.goto("/crud/index?widget=date");
    const day = page.getByLabel("日期", { exact: true }).first();
    await expect(day).toHaveAttribute("type", "text");
    await expect(day).toHaveValue("2026-07-01");
    await expect(page.getByLabel("时间", { exact: true })).toHaveValue("2026-07-01 09:30");
    const problem = () => day.evaluate((input: HTMLInputElement) => input.validationMessage);
    for (const [typed, shown] of [
      ["2026/7/5", "2026-07-05"],
      ["2026年7月6日", "2026-07-06"],
      ["morgen", "morgen"],
    ] as const) {
      await day.fill(typed);
      await day.blur();
      await expect(day).toHaveValue(shown);
      expect(await problem()).toBe(typed === shown ? "请按 2026-01-31 的格式填写" : "");
    }
  });
});
