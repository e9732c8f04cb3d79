import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser } from "../console";
import { type SessionWorld, sessionWorld } from "./session.testing";

let world: SessionWorld;
beforeAll(async () => {
  world = await sessionWorld();
});
afterAll(() => world.close());
beforeEach(() => world.backend.db.query("delete from sys_rate_limit"));

test("log-out revokes the token: the old cookie is worth nothing, here and elsewhere", async () => {
  const browser = await world.signedIn();
  const old = browser.cookies.get("x-access-token") ?? "";
  expect(await browser.post("/logout")).toMatchObject({ status: 303, to: "/login?reason=out" });
  expect([...browser.cookies.keys()]).toEqual(["login-type"]);
  const replica = await world.replica();
  for (const url of [world.app.url, replica.url]) {
    const thief = new Browser(url);
    thief.cookies.set("x-access-token", old);
    expect((await thief.get("/wel")).to).toBe("/login?next=%2Fwel&reason=expired");
  }
  await replica.close();
});

test("a token revoked at the backend ends the session at the next write at the latest", async () => {
  const browser = await world.signedIn();
  await browser.get("/wel/index");
  await world.revoke(browser);
  const answer = await browser.post("/admin/user/create?x=1", { name: "王", _key: "k" });
  expect(answer.status).toBe(401);
  expect(answer.json.kept).toMatch(/^1\./);
  const again = { username: "admin", password: "123456", kept: answer.json.kept };
  const on = await browser.post("/login?next=%2Fadmin%2Fuser%2Fcreate%3Fx%3D1", again);
  expect(on).toMatchObject({
    status: 200,
    json: {
      kept: {
        action: "/admin/user/create?x=1",
        fields: [
          ["name", "王"],
          ["_key", "k"],
        ],
        back: "/admin/user/create?x=1",
      },
    },
  });
  expect((await browser.post("/admin/user/create?x=1", { name: "王" })).json.user).toBe("admin");
});

test("what one person typed is not sent on by another", async () => {
  const browser = await world.signedIn();
  await world.revoke(browser);
  const { json } = await browser.post("/a", { name: "王" });
  const other = { username: "ops", password: "123456", kept: json.kept };
  expect(await browser.post("/login?next=%2Fa", other)).toMatchObject({ status: 303, to: "/a" });
});

test("the page timer renews with the backend's own rotation", async () => {
  const short = await sessionWorld({ accessTokenSeconds: 50 });
  const browser = await short.signedIn();
  const before = browser.cookies.get("x-access-token");
  short.backend.config.accessTokenSeconds = 600;
  const answer = await browser.post("/session/refresh");
  expect(answer.status).toBe(200);
  expect(answer.json.expiresIn).toBeGreaterThan(500);
  expect(browser.cookies.get("x-access-token")).not.toBe(before);
  expect((await browser.get("/x")).json.user).toBe("admin");
  await short.close();
});
