import { api, makeRole, makeUser } from "../../product/api";
import { expect, follow, startSession, submit, testAs, unique } from "../support";

interface Thread {
  id: string;
  no: string;
  status: string;
  subject: string | null;
  version: number;
  unassigned: boolean;
}

const API = "/customerservice/message";
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

test("whoever answers the last letter that waits is led back to the list", async ({ context, page }) => {
  const { roleCode } = await makeRole(["cs_message_view", "cs_message_add"], "4");
  const person = await makeUser(roleCode);
  const lead = await api("cs_lead");
  // The flows that others play begin at letters further up, or at those of this subject.
  const last = (await waiting()).filter(({ subject }) => !subject?.includes("broken")).at(-1);
  if (!last) throw new Error("a thread has to wait");
  await lead.post(`${API}/${last.id}/assign`, { version: last.version, assigneeId: person.id });

  // What is nobody's waits for everybody: the others are taken. They wait as before.
  const staff = await api("cs_staff");
  for (const { id, version, unassigned } of await waiting())
    if (unassigned && id !== last.id) await staff.post(`${API}/${id}/take`, { version });

  await context.clearCookies();
  await context.addCookies((await startSession(person.username, person.password)).cookies);
  await page.goto(`${LIST}?status=open`);
  await follow(page, page.getByRole("main").getByRole("link", { name: "回复", exact: true }));
  await page.getByLabel(/^回复内容/).fill(unique("Thank you"));
  await submit(page, page.getByRole("button", { name: "发送并看下一条" }));
  await expect(page.getByText("回复成功，没有待回复的了")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(LIST);
});
