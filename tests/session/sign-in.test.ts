import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type SessionWorld, sessionWorld } from "./session.testing";

let world: SessionWorld;
beforeAll(async () => {
  world = await sessionWorld();
});
afterAll(() => world.close());
beforeEach(() => world.backend.db.query("delete from sys_rate_limit"));

test("brings to the page asked for, and remembers the name when told to", async () => {
  const browser = world.browser();
  expect((await browser.get("/wel/index?a=1")).to).toBe("/login?next=%2Fwel%2Findex%3Fa%3D1");
  const form = { username: " admin ", password: "123456", remember: "1" };
  const answer = await browser.post("/login?next=%2Fwel%2Findex%3Fa%3D1", form);
  expect(answer).toMatchObject({ status: 303, to: "/wel/index?a=1" });
  expect((await browser.get("/wel/index?a=1")).json).toMatchObject({ user: "admin" });
  expect(browser.cookies.get("last-username")).toBe("admin");
  expect(await browser.get("/login")).toMatchObject({ status: 302, to: "/" });
});

test.each([
  [{}, { username: "请输入用户名", password: "请输入密码" }],
  [{ username: "admin" }, { password: "请输入密码" }],
])("says what is missing of %j", async (form, errors) => {
  const answer = await world.browser().post("/login", form);
  expect(answer).toMatchObject({ status: 422, json: { errors, message: null } });
});

test("426 keeps what was typed, but not the password", async () => {
  const browser = world.browser();
  const form = { username: "admin", password: "not-it", remember: "1" };
  const { status, json, text } = await browser.post("/login", form);
  expect(status).toBe(422);
  expect(json.message).toContain("用户名不存在或密码错误");
  expect(json.values).toMatchObject({ username: "admin", remember: true });
  expect(text).not.toContain("not-it");
  expect(browser.cookies.has("x-access-token")).toBe(false);
});

test("428: the picture is passed on, a wrong code is told at its field", async () => {
  const strict = await sessionWorld({ captcha: "on" });
  const browser = strict.browser();
  const { randomStr } = (await browser.get("/login")).json;
  const picture = await browser.get(`/session/captcha?randomStr=${randomStr}`);
  expect(picture).toMatchObject({ status: 200 });
  expect(picture.text).toContain("<svg");
  expect((await browser.get("/session/captcha?randomStr=../x")).status).toBe(404);
  const form = { username: "admin", password: "123456", randomStr };
  expect((await browser.post("/login", form)).json.errors).toEqual({ code: "请输入验证码" });
  const wrong = await browser.post("/login", { ...form, code: "????" });
  expect(wrong.status).toBe(422);
  expect(wrong.json.errors.code).toMatch(/验证码/);
  const another = await browser.post("/login", { ...form, intent: "captcha" });
  expect(another).toMatchObject({ status: 200, json: { values: { username: "admin" } } });
  await strict.close();
});

test("a user without roles is told so and is out", async () => {
  await world.backend.db.query(
    "delete from sys_user_role where user_id = (select id from sys_user where username = 'ads')",
  );
  const browser = await world.signedIn("ads");
  expect((await browser.get("/wel/index")).to).toBe("/login?next=%2Fwel%2Findex&reason=norole");
  expect(browser.cookies.has("x-access-token")).toBe(false);
  const page = await browser.get("/login?reason=norole");
  expect(page.json.notice.text).toBe("用户登录失败，该用户未配置角色，请联系管理员！");
});

test("with an SMS code", async () => {
  const browser = world.browser();
  const [row] = await world.backend.db.query<{ mobile: string }>("select mobile from sys_user where username = 'ops'");
  const mobile = row?.mobile ?? "";
  for (const [given, wrong] of [
    ["", "手机号码不能为空"],
    ["138", "手机号码长度不为11位"],
    ["02012345678", "手机号码格式不正确"],
  ] as const)
    expect((await browser.post("/login?type=mobile", { mobile: given, intent: "sms" })).json.errors).toEqual({
      mobile: wrong,
    });
  const asked = await browser.post("/session/sms", { mobile });
  expect(asked.json).toMatchObject({ ok: true, wait: 60 });
  const code = /\d{6}/.exec(asked.json.message)?.[0] ?? "";
  expect((await browser.post("/session/sms", { mobile })).json).toMatchObject({ ok: false, message: "请求过频繁" });
  const wrong = await browser.post("/login?type=mobile", { mobile, code: code === "000000" ? "1" : "000000" });
  expect(wrong.json.errors.code).toMatch(/验证码/);
  const grouped = `${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}`;
  expect((await browser.post("/login?type=mobile", { mobile: grouped, code })).status).toBe(303);
  expect((await browser.get("/x")).json.user).toBe("ops");
});
