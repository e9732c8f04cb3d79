import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser } from "../console";
import { type SessionWorld, sessionWorld } from "./session.testing";

let world: SessionWorld;
beforeAll(async () => {
  world = await sessionWorld();
});
afterAll(() => world.close());
beforeEach(() => world.backend.db.query("delete from sys_rate_limit"));

const start = async (browser: Browser, path: string) => {
  const { to, json } = await browser.get(path);
  const asked = new URL(to ?? json.address, "http://x");
  return { asked, state: asked.searchParams.get("state") ?? "" };
};
beforeEach(() => world.backend.db.query("delete from sys_social_binding"));

test("企业微信 without an account, bound by a password log-in, then signed in", async () => {
  const browser = world.browser();
  const { asked, state } = await start(browser, "/authredirect?type=WX&next=%2Fa");
  expect(asked.searchParams.get("redirect_uri")).toBe(`${world.app.url}/wxoauth`);
  const back = await browser.get(`/wxoauth?code=demo-ops&state=${state}`);
  expect(back.to).toBe("/login?next=%2Fa&reason=unmatched");
  const page = (await browser.get(back.to ?? "")).json;
  expect(page.notice.text).toBe("登录失败，未能找到对应的用户，请先账号密码登录绑定企业微信！");
  expect(page.binds).toBe("企业微信");
  await browser.post("/login", { username: "ops", password: "123456", bind: "1" });
  const next = world.browser();
  const again = await start(next, "/authredirect?type=WX&next=%2Fa");
  expect((await next.get(`/wxoauth?code=demo-ops&state=${again.state}`)).to).toBe("/a");
  expect((await next.get("/a")).json.user).toBe("ops");
});

test("飞书 goes there by itself, binds at /feishubind, and takes lost sessions back", async () => {
  const browser = world.browser();
  const { state } = await start(browser, "/feishu?next=%2Fa");
  expect((await browser.get(`/feishu?code=demo-ops&state=${state}`)).to).toBe("/feishubind?next=%2Fa&reason=unbound");
  expect((await browser.get("/feishubind")).json.waiting).toBe(true);
  const form = { username: "ops", password: "123456", bind: "1" };
  expect((await browser.post("/feishubind?next=%2Fa", form)).to).toBe("/a");
  await browser.post("/logout");
  const again = await start(browser, "/feishu?next=%2Fa");
  await browser.get(`/feishu?code=demo-ops&state=${again.state}`);
  await world.revoke(browser);
  world.app.console.users.clear();
  expect((await browser.get("/b?c=1")).to).toBe("/feishu?next=%2Fb%3Fc%3D1");
});

test("a state that this browser did not get is refused", async () => {
  const victim = world.browser();
  const { state } = await start(world.browser(), "/authredirect?type=WX");
  for (const path of [`/wxoauth?code=demo-admin&state=${state}`, "/wxoauth?code=demo-admin"])
    expect((await victim.get(path)).to).toBe("/login?reason=state");
  const own = await start(victim, "/authredirect?type=OA");
  expect((await victim.get(`/wxoauth?code=demo-admin&state=${own.state}`)).to).toBe("/login?reason=state");
  expect(victim.cookies.has("x-access-token")).toBe(false);
});

test("a provider that was declined leads back to the log-in page", async () => {
  const browser = world.browser();
  const { state } = await start(browser, "/authredirect?type=WX&next=%2Fa");
  const back = await browser.get(`/authredirect?error=denied&state=${state}`);
  expect(back.to).toBe(`/wxoauth?error=denied&state=${state}`);
  expect((await browser.get(back.to ?? "")).to).toBe("/login?next=%2Fa&reason=denied");
});
