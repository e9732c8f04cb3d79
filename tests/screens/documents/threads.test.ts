import { api } from "../../product/api";
import { expect, submit, testAs, unique } from "../support";

interface Thread {
  id: string;
  no: string;
  status: string;
}

const LIST = "/customerservice/message/index";
const test = testAs("cs_staff");

/** Threads that wait for an answer, in the order of the list. */
async function waiting() {
  const staff = await api("cs_staff");
  const { records } = await staff.get<{ records: Thread[] }>("/customerservice/message/page?status=open&size=100");
  return records;
}

test("a list of threads leads first to the answer, which goes on to the next that waits", async ({ page }) => {
  const [one, two] = await waiting();
  if (!one || !two) throw new Error("two threads have to wait");
  await page.goto(`${LIST}?status=open&size=100`);
  const row = page.getByRole("main").locator("tbody tr").filter({ hasText: one.no });
  await expect(row.locator("td").last().getByRole("link").first()).toHaveText("回复");
  const href = await row.getByRole("link", { name: "回复", exact: true }).getAttribute("href");
  const [address = "", place] = href?.split("#") ?? [];
  await page.goto(address);
  const content = page.getByLabel(/^回复内容/);
  await expect(content, "the link leads into what is typed").toHaveAttribute("id", place ?? "");

  await content.fill("call me at me@example.com");
  const refused = await submit(page, page.getByRole("button", { name: "发送并看下一条" }));
  expect(refused.status()).toBe(400);
  await expect(content).toHaveValue("call me at me@example.com");

  await content.fill(unique("We are sorry"));
  await submit(page, page.getByRole("button", { name: "发送并看下一条" }));
  await expect(page.getByText("回复成功，这是下一条")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(two.no);
  expect((await waiting()).map(({ id }) => id)).not.toContain(one.id);
});
