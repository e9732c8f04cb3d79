import { afterAll, beforeAll, expect, test } from "vitest";
import { type Received, type Reply, type Stub, startStub } from "../../tests/stub-server";
import { fetchUserInfo, passwordToken, refreshToken, socialToken } from "./auth.server";
import { createErp } from "./client.server";
import { fetchMenu, visibleTo } from "./menu.server";
import { fetchBell } from "./notices.server";
import { uploaded } from "./shapes";

// What backends of this lineage send in more than one way.
let stub: Stub;
let answer: (request: Received) => Reply = () => ({});
beforeAll(async () => {
  stub = await startStub((request) => answer(request));
});
afterAll(() => stub.close());

const settings = { clientBasic: "app:secret", passwordEncoding: "aes-cbc" as const, passwordKey: "pigxpigxpigxpigx" };
const caller = () => ({ baseUrl: stub.url, token: "old" });
const erp = () => createErp(caller());

test("a token answer is bare, its numbers may be text", async () => {
  answer = () => ({ body: { access_token: "a", refresh_token: "r", expires_in: "43199" } });
  const form = { username: "admin", password: "123456", randomStr: "r1", code: "abcd" };
  expect(await passwordToken(caller(), settings, form)).toMatchObject({
    accessToken: "a",
    refreshToken: "r",
    expiresIn: 43_199,
  });
  const sent = stub.received.at(-1);
  expect(sent).toMatchObject({ method: "POST", path: "/auth/oauth/token" });
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({
    username: "admin",
    password: "rKu1/348LvKp0rsVC06eCA==",
    randomStr: "r1",
    code: "abcd",
    grant_type: "password",
    scope: "server",
  });
  const basic = `Basic ${Buffer.from("app:secret").toString("base64")}`;
  expect(sent?.headers).toMatchObject({ authorization: basic, "tenant-id": "1" });
});

test("a wrapped token answer and a failing envelope", async () => {
  answer = () => ({ body: { code: 0, data: { access_token: "a", expires_in: 10 } } });
  const token = await refreshToken(caller(), settings, "r");
  expect(token).toMatchObject({ accessToken: "a", refreshToken: null });
  answer = () => ({ body: { code: 1, msg: "令牌已失效" } });
  await expect(refreshToken(caller(), settings, "r")).rejects.toThrow("令牌已失效");
});

test("social log-in without a match is null, however it is said", async () => {
  for (const body of [undefined, { code: 0, msg: null, data: null }]) {
    answer = () => ({ body });
    const social = { type: "WX" as const, code: "c" };
    expect(await socialToken(caller(), settings, social)).toBeNull();
  }
  expect(stub.received.at(-1)?.query.get("mobile")).toBe("WX@c");
});

test("user info with numeric ids and without a display name", async () => {
  const sysUser = { userId: 1, username: "admin", deptId: 7, phone: "17034642999" };
  answer = () => ({ body: { code: 0, data: { sysUser, roles: [1, "OPS"], permissions: null } } });
  const user = await fetchUserInfo(erp());
  expect(user).toMatchObject({ userId: "1", displayname: "admin", deptId: "7", roles: ["1", "OPS"] });
  expect(user.mobile).toBe("17034642999");
  expect(user.permissions.size).toBe(0);
});

test("menu: label or name, keepAlive as text, children null, query in three forms", async () => {
  const node = (more: object) => ({ id: 1, parentId: -1, path: "/a", children: null, ...more });
  const data = [
    node({ name: "系统", keepAlive: "0", query: '{"a":1}' }),
    node({ label: "日志", name: "x", keepAlive: "1", query: "b=2", meta: { roles: [1] } }),
    node({ name: "无", keepAlive: 0, query: { c: 3 }, icon: null, href: null, meta: null }),
    node({ name: "空" }),
  ];
  answer = () => ({ body: { code: 0, data } });
  const menu = await fetchMenu(erp());
  expect(menu.map((n) => [n.id, n.parentId, n.label, n.keepAlive, n.query])).toEqual([
    ["1", "-1", "系统", true, { a: "1" }],
    ["1", "-1", "日志", false, { b: "2" }],
    ["1", "-1", "无", true, { c: "3" }],
    ["1", "-1", "空", true, {}],
  ]);
  expect(visibleTo(menu, ["2"]).map((n) => n.label)).toEqual(["系统", "无", "空"]);
  expect(visibleTo(menu, ["1"])).toHaveLength(4);
});

test("no latest notice", async () => {
  answer = () => ({ body: { code: 0, data: { records: [], total: 0 } } });
  expect(await fetchBell(erp())).toEqual({ latest: null, unread: 0 });
  const row = { id: 5, title: "通知", isRead: "0", new: true, pushType: 1 };
  answer = () => ({ body: { code: 0, data: { records: [row], total: "1" } } });
  expect((await fetchBell(erp())).latest).toMatchObject({ id: "5", isNew: true, isRead: false });
});

test("an uploaded file by either name", () => {
  const url = "/api/download/2026/a.png";
  expect(uploaded.parse({ name: "图.png", url }).name).toBe("图.png");
  expect(uploaded.parse({ bucketName: "b", fileName: "图.png", url }).name).toBe("图.png");
  expect(uploaded.parse({ url }).name).toBe("a.png");
});
