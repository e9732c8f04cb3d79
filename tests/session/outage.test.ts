import { afterAll, beforeAll, expect, test } from "vitest";
import * as page500 from "../../app/routes/[500]";
import { sessionCookies, startSession } from "../../app/session/session.server";
import { Browser, type TestConsole, testConsole } from "../console";
import { type Reply, type Stub, startStub } from "../stub-server";

let stub: Stub;
let app: TestConsole;
let info: Reply;
const USER = { sysUser: { userId: "1", username: "admin" }, declared: true, roles: ["ADMIN"], permissions: [] };
beforeAll(async () => {
  // It keeps no lock of sessions.
  stub = await startStub(({ path }) => (path === "/admin/user/info" ? info : { status: 404 }));
  app = await testConsole(stub.url, { "/500": page500 });
});
afterAll(async () => {
  await app.close();
  await stub.close();
});

test("a form sent while nobody can say who asks comes back with its fields, and goes through later", async () => {
  const session = startSession(
    { accessToken: "token", refreshToken: null, expiresIn: 600, userId: "1", username: "admin", tenantId: "1" },
    "password",
  );
  const browser = new Browser(app.url);
  const [set = ""] = sessionCookies(app.console.seals, session, false);
  const sealed = decodeURIComponent(set.slice("x-access-token=".length).split(";")[0] ?? "");
  browser.cookies.set("x-access-token", sealed);

  info = { status: 500 };
  const { status, json } = await browser.post("/a?tab=2", { name: "王", _key: "k1" });
  expect(status).toBe(503);
  expect(json).toMatchObject({
    status: 503,
    message: "服务暂时不可用，请稍后重试",
    signedIn: true,
    retry: {
      action: "/a?tab=2",
      fields: [
        ["name", "王"],
        ["_key", "k1"],
      ],
    },
  });
  expect((await browser.get("/a?tab=2")).json.retry).toEqual({ action: "/a?tab=2" });
  expect(browser.cookies.get("x-access-token")).toBe(sealed);

  info = { body: { code: 0, data: USER } };
  expect((await browser.post(json.retry.action, { name: "王" })).json.user).toBe("admin");
});
