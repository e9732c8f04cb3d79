import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser } from "../console";
import { type SessionWorld, sessionWorld } from "./session.testing";

let world: SessionWorld;
beforeAll(async () => {
  world = await sessionWorld();
});
afterAll(() => world.close());
beforeEach(() => world.backend.db.query("delete from sys_rate_limit"));

const set = (browser: Browser) => browser.post("/lock", { password: "1357", next: "/wel/index" });

test("asks for a lock password first, then locks everything", async () => {
  const browser = await world.signedIn();
  const asked = await browser.post("/lock", { intent: "lock", next: "/wel/index" });
  expect(asked).toMatchObject({ status: 303, to: "/lock?next=%2Fwel%2Findex" });
  expect((await browser.get("/lock")).json.state).toBe("unset");
  expect((await browser.post("/lock", {})).json.error).toBe("锁屏密码不能为空");
  expect(await set(browser)).toMatchObject({ status: 303, to: "/lock?next=%2Fwel%2Findex" });
  expect((await browser.get("/lock")).json).toMatchObject({ state: "locked", name: "系统管理员" });
  for (const path of ["/", "/wel/index", "/login", "/404"]) expect((await browser.get(path)).to).toMatch(/^\/lock/);
  expect((await browser.post("/session/refresh")).to).toBe("/lock");
  expect(await browser.post("/lock", { password: "1357", next: "/wel/index" })).toMatchObject({ to: "/wel/index" });
  expect((await browser.get("/wel/index")).json.user).toBe("admin");
  await browser.post("/lock", { intent: "lock" });
  expect((await browser.get("/lock")).json.state).toBe("locked");
});

test("no way round: deleted cookie is a log-out, a saved one is still locked", async () => {
  const browser = await world.signedIn();
  const saved = browser.cookies.get("x-access-token") ?? "";
  await set(browser);
  const locked = browser.cookies.get("x-access-token") ?? "";
  browser.cookies.delete("x-access-token");
  expect((await browser.get("/wel")).to).toMatch(/^\/login/);
  browser.cookies.set("x-access-token", saved);
  expect((await browser.get("/wel")).to).toMatch(/^\/lock/);
  for (const left of [4, 3, 2, 1]) {
    browser.cookies.set("x-access-token", locked);
    expect((await browser.post("/lock", { password: "0000" })).json.error).toContain(`${left} 次`);
  }
  browser.cookies.set("x-access-token", locked);
  expect((await browser.post("/lock", { password: "0000" })).to).toBe("/login?next=%2F&reason=lock");
  browser.cookies.set("x-access-token", locked);
  expect((await browser.post("/lock", { password: "1357" })).to).toMatch(/^\/login/);
});

test("a form sent to a locked session waits for the unlocking", async () => {
  const browser = await world.signedIn();
  await set(browser);
  const { status, json } = await browser.post("/a", { name: "王" });
  expect(status).toBe(403);
  const on = await browser.post("/lock?next=%2Fa", { password: "1357", kept: json.kept });
  expect(on.json.kept).toMatchObject({ action: "/a", fields: [["name", "王"]], back: "/a" });
});
