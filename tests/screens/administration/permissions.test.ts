import { describe } from "vitest";
import { api, makeRole, makeUser } from "../../product/api";
import { expect, origin, type Page, startSession, testAs } from "../support";

const test = testAs(null);

async function refused(page: Page, url: string, status: number, heading: string) {
  const answer = await page.goto(url);
  expect(answer?.status(), url).toBe(status);
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "返回首页" }).click();
  await expect(page).toHaveURL(/\/wel\/index$/);
}

describe("a role without the rights", () => {
  const test = testAs("cs_staff");

  test("gets 403 and a way out on pages that it may not see", async ({ page }) => {
    await refused(page, "/admin/user/index", 403, "没有权限");
    await refused(page, "/admin/dict/create", 403, "没有权限");
    await refused(page, "/admin/systemnotice/detail/1", 403, "没有权限");
  });

  test("cannot do by a form what its pages do not offer", async ({ page }) => {
    await page.goto("/wel/index");
    const headers = { Origin: origin };
    const forms: Record<string, string>[] = [
      { _do: "add", username: "intruder", displayname: "x" },
      { _row: "unlock:2:0" },
      { _do: "reset", _id: "2:0" },
    ];
    for (const form of forms) {
      const answer = await page.request.post("/admin/user/index", { headers, form });
      expect(answer.status(), JSON.stringify(form)).toBe(403);
    }
    const file = await page.request.get("/export/user");
    expect(file.status()).toBe(403);
    expect(file.headers()["content-type"]).not.toContain("spreadsheet");
  });
});

describe("somebody who may only look", () => {
  const test = testAs("exec");

  test("sees a list without the buttons of what it may not do", async ({ page }) => {
    await page.goto("/admin/user/index");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: "用户管理" })).toBeVisible();
    for (const name of ["新增", "导出"]) await expect(main.getByRole("link", { name, exact: true })).toHaveCount(0);
    for (const name of ["编辑", "锁定", "删除", "重置密码"])
      await expect(main.getByRole("link", { name, exact: true })).toHaveCount(0);
    await refused(page, "/admin/user/index?do=reset&on=3", 403, "没有权限");
  });
});

describe("addresses without a page", () => {
  const test = testAs("admin");

  test("answer 404 with a way out", async ({ page }) => {
    await refused(page, "/nothing/here", 404, "页面不存在");
    await refused(page, "/admin/dict/detail/999999999", 404, "页面不存在");
    await refused(page, "/admin/systemnotice/edit/not-a-number", 404, "页面不存在");
  });
});

test("without message_center there is no bell, and the message centre leads to 403", async ({ page, context }) => {
  const role = await makeRole(["sys_user_view"]);
  const user = await makeUser(role.roleCode);
  await context.addCookies((await startSession(user.username, user.password)).cookies);
  await page.goto("/wel/index");
  await expect(page.getByRole("button", { name: /^消息/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "消息中心" })).toHaveCount(0);
  const answer = await page.goto("/admin/message-center");
  expect(answer?.status()).toBe(403);
  await expect(page).toHaveURL(/\/403$/);

  // What the administrator grants is there in the next request.
  const admin = await api();
  await admin.put("/admin/role/menu", { roleId: role.id, menuIds: await role.withCodes(["message_center"]) });
  await expect(async () => {
    await page.goto("/wel/index");
    await expect(page.getByRole("button", { name: /^消息/ })).toBeVisible();
  }).toPass();
});

test("addresses of other sites are not followed", async ({ request }) => {
  const to = async (path: string) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    return { status: answer.status(), location: answer.headers().location ?? "" };
  };
  expect(await to("/refresh/admin/user/index?size=50")).toEqual({ status: 302, location: "/admin/user/index?size=50" });
  for (const path of ["/refresh//evil.example/x", "/refresh/%2F%2Fevil.example", "/refresh/\\evil"]) {
    const { location } = await to(path);
    expect(new URL(location || "/", origin).origin, path).toBe(origin);
  }
  expect((await to("/myiframe/https%3A%2F%2Fevil.example%2F")).status).toBe(403);
  expect((await to("/myiframe/javascript%3Aalert(1)")).status).toBe(404);
});
