import { api } from "../../product/api";
import { expect, test } from "../support";

interface Node {
  label?: string;
  name: string;
  path?: string;
  children?: Node[];
}

/** Addresses of all leaves that the backend gives a person, as the menu should link them. */
async function _leavesOf(username: string): Promise<string[]> {
  const tree = await (await api(username)).get<Node[]>("/admin/menu");
  const walk = (nodes: Node[]): string[] =>
    nodes.flatMap((node) => (node.children?.length ? walk(node.children) : [node.path ?? ""]));
  return walk(tree).filter((path) => path.startsWith("/"));
}

const _menuOf = (page: import("@playwright/test").Page) =>
  page.getByRole("navigation", { name: "主菜单" });

for (const [username, _has, _lacks] of [
  ["admin", "/admin/user/index", "/nothing"],
  ["cs_staff", "/customerservice/allorder/index", "/admin/user/index"],
] as const)
  test.describe(`the menu of ${username}`, () => {
    test.use({ user: username });
  });

test.describe("the shell", () => {
  test.use({ user: "admin" });

  test("quick search works as a plain form", async ({ page }) => {
    await page.goto("/search?q=gl");
    await expect(page.getByRole("main").getByRole("link", { name: /^用户管理/ })).toBeVisible();
    await expect(page.getByRole("main").getByText(/找到 \d+ 个菜单/)).toBeVisible();
    await page.getByRole("main").getByRole("searchbox").fill("yhgl");
    await page.getByRole("main").getByRole("button", { name: "搜索" }).click();
    await expect(page).toHaveURL(/\/admin\/user\/index$/);
  });
});

test.describe("below 992 px", () => {
  test.use({ user: "admin", viewport: { width: 820, height: 900 } });
});
