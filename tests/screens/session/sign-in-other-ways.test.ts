import { api } from "../../product/api";
import { expect, PASSWORD, signIn, testAs, unique } from "../support";

const test = testAs(null);

/** Somebody of the demonstration. */
async function demoUser() {
  const admin = await api();
  const filters = "mobile=199555&lockFlag=0&roleIds=4";
  const { records } = await admin.get<{ records: { mobile: string; displayname: string }[] }>(
    `/admin/user/page?size=100&${filters}`,
  );
  const [found] = records;
  if (!found) throw new Error("no demo user with a mobile number");
  return found;
}

test("a mobile number and the code that the demonstration shows sign in", async ({ page }) => {
  const { mobile, displayname } = await demoUser();
  await page.goto("/login?type=mobile&next=%2Finfo%2Findex");
  await page.locator("[name=mobile]").fill(mobile);
  await page.getByRole("button", { name: "获取验证码" }).click();
  const told = page.getByText(/验证码为 \d+/);
  await expect(told).toBeVisible();
  await expect(page.locator("[name=mobile]")).toHaveValue(/199/);
  const code = /验证码为 (\d+)/.exec((await told.textContent()) ?? "")?.[1] ?? "";
  await page.locator("[name=code]").fill("000000" === code ? "111111" : "000000");
  await page.getByRole("button", { name: "登录", exact: true }).last().click();
  await expect(page.getByText("验证码错误").or(page.getByText("验证码不")).first()).toBeVisible();
  await page.locator("[name=code]").fill(code);
  await page.getByRole("button", { name: "登录", exact: true }).last().click();
  await expect(page).toHaveURL(/\/info\/index$/);
  await expect(page.getByRole("button", { name: displayname })).toBeVisible();
});

for (const [typed, sentence] of [
  ["", "手机号码不能为空"],
  ["1380", "手机号码长度不为11位"],
  ["01012345678", "手机号码格式不正确"],
] as const)
  test(`mobile number “${typed}”: ${sentence}`, async ({ page }) => {
    await page.goto("/login?type=mobile");
    await page.locator("[name=mobile]").fill(typed);
    await page.getByRole("button", { name: "登录", exact: true }).last().click();
    await expect(page.locator("form")).toContainText(sentence);
  });

for (const [label, callback] of [
  ["企业微信", "/wxoauth"],
  ["OA", "/oaoauth"],
  ["飞书", "/feishu"],
] as const)
  test(`${label}: to the provider and back to the page asked for`, async ({ page }) => {
    await page.goto("/login?next=%2Fcrud%2Findex");
    await page.getByRole("link", { name: label, exact: true }).click();
    const person = page.getByRole("link", { name: /finance$/ });
    await expect(person).toHaveAttribute("href", new RegExp(`${callback}\\?code=`));
    await person.click();
    await expect(page).toHaveURL(/\/crud\/index$/);
    await expect(page.getByRole("button", { name: "钟明礼" })).toBeVisible();
  });

test("a provider's answer counts once, and only in the browser that asked", async ({ page, browserOf }) => {
  await page.goto("/authredirect?type=WX");
  const back = await page.getByRole("link", { name: /finance$/ }).getAttribute("href");
  const other = await browserOf(null);
  await other.goto(back ?? "");
  await expect(other.getByRole("alert")).toHaveText("授权状态已失效，请重新发起登录");

  await page.goto(back?.replace(/state=[^&]*/, "state=WX-forged") ?? "");
  await expect(page.getByRole("alert")).toHaveText("授权状态已失效，请重新发起登录");
  await page.goto(back ?? "");
  await expect(page).toHaveURL(/\/login/);
});

test("a provider's refusal and an account without a match have their sentences", async ({ page }) => {
  const begin = async () => {
    await page.goto("/authredirect?type=WX");
    return (await page.getByRole("link", { name: /finance$/ }).getAttribute("href")) ?? "";
  };
  await page.goto((await begin()).replace(/code=[^&]*&/, "error=denied&"));
  await expect(page.getByRole("alert")).toHaveText("已取消授权，请选择其他登录方式");
  await page.goto((await begin()).replace(/code=[^&]*/, "code=somebody-unknown"));
  await expect(page.getByRole("alert")).toHaveText("登录失败，未能找到对应的用户，请先账号密码登录绑定企业微信！");
});

test("an unknown 飞书 account is bound by signing in, and opens the console from then on", async ({
  page,
  context,
}) => {
  const [username, displayname] = ["promo_lead", "顾南星"];
  const code = `code=demo-${unique("open.")}`;
  await page.goto("/feishu");
  const back = (await page.getByRole("link", { name: /finance$/ }).getAttribute("href")) ?? "";
  const mine = back.replace(/code=[^&]*/, code);
  await page.goto(mine);
  await expect(page).toHaveURL(/\/feishubind/);
  await page.locator("[name=username]").fill(username);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "登录并绑定" }).click();
  await expect(page).toHaveURL(/\/wel\/index$/);
  await expect(page.getByRole("status").filter({ hasText: "已绑定飞书" })).toBeVisible();

  await context.clearCookies();
  await page.goto("/feishu");
  const again = (await page.getByRole("link", { name: /finance$/ }).getAttribute("href")) ?? "";
  await page.goto(again.replace(/code=[^&]*/, code));
  await expect(page.getByRole("button", { name: displayname })).toBeVisible();
});

test("a browser that signed in through 飞书 goes back there when its session is lost", async ({ page, context }) => {
  await page.goto("/feishu");
  await page.getByRole("link", { name: /finance$/ }).click();
  await expect(page).toHaveURL(/\/wel\/index$/);
  await context.clearCookies({ name: "x-access-token" });
  await page.goto("/crud/index");
  await expect(page.getByRole("heading", { name: "飞书授权（演示）" })).toBeVisible();
  await page.goto("/login");
  await signIn(page, "finance");
  await context.clearCookies({ name: "x-access-token" });
  await page.goto("/crud/index");
  await expect(page).toHaveURL(/\/login\?next=%2Fcrud%2Findex/);
});
