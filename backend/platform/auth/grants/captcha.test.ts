import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { call, passwordLogin, refused } from "../auth.testing";
import { CAPTCHA_ROWS, LIMITS } from "../limits/throttle";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend({ captcha: "on" });
});
afterAll(() => backend.close());
beforeEach(() => backend.db.query("delete from sys_rate_limit"));

const image = (randomStr: string) => call(backend, "GET", "/code", { params: { randomStr } });
const answerOf = async (randomStr: string) => {
  const row = await backend.db.one<{ answer: string }>("select answer from sys_captcha where random_str = $1", [
    randomStr,
  ]);
  return row?.answer ?? "";
};
const login = (randomStr: string, code: string, password = "123456") =>
  passwordLogin(backend, "admin", password, { randomStr, code });

const BLANK = refused(428, "验证码不能为空");
const BAD = refused(428, "验证码不合法");

describe("captcha", () => {
  it("is an image of 4 characters that no cache keeps", async () => {
    const answer = await fetch(`${backend.url}/code?randomStr=image-1`);
    expect(answer.headers.get("content-type")).toContain("image/svg+xml");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toMatch(/^<svg /);
    expect(await answerOf("image-1")).toMatch(/^[2-9A-Z]{4}$/);
  });

  it("opens the door once, in any case of letters", async () => {
    await image("once-1");
    const code = (await answerOf("once-1")).toLowerCase();
    expect((await login("once-1", code)).status).toBe(200);
    expect(await login("once-1", code)).toEqual(BAD);
  });

  it("is used up by a wrong answer, a blank one and a wrong password", async () => {
    await image("used-1");
    const code = await answerOf("used-1");
    expect(await login("used-1", "0000")).toEqual(BAD);
    expect(await login("used-1", code)).toEqual(BAD);
    await image("used-2");
    const second = await answerOf("used-2");
    expect(await login("used-2", " ")).toEqual(BLANK);
    expect(await login("used-2", second)).toEqual(BAD);
    await image("used-3");
    const third = await answerOf("used-3");
    expect((await login("used-3", third, "wrong")).status).toBe(426);
    expect(await login("used-3", third)).toEqual(BAD);
  });

  it("is valid for 60 seconds", async () => {
    await image("late-1");
    const seconds = await backend.db.one(
      `select extract(epoch from expire_time - now()) between 50 and 60 as right
       from sys_captcha where random_str = 'late-1'`,
    );
    expect(seconds).toEqual({ right: true });
    const code = await answerOf("late-1");
    await backend.db.query("update sys_captcha set expire_time = now() - interval '1 second'");
    expect(await login("late-1", code)).toEqual(BAD);
  });

  it("asked again replaces the former", async () => {
    await image("again-1");
    await backend.db.query("update sys_captcha set answer = 'AAAA' where random_str = 'again-1'");
    await image("again-1");
    expect(await answerOf("again-1")).not.toBe("AAAA");
  });

  it("is asked for although no random string was given", async () => {
    expect(await passwordLogin(backend, "admin")).toEqual(BLANK);
    expect(await passwordLogin(backend, "admin", "123456", { code: "AAAA" })).toEqual(BAD);
  });

  it.each(["", "abc", "a".repeat(65), "a b c d", "<svg>"])("refuses random string %j", async (r) => {
    expect((await image(r)).status).toBe(400);
  });

  it("keeps its table small and its address slow", async () => {
    await backend.db.query(
      `insert into sys_captcha select 'filler-' || n, 'AAAA', now() + interval '1 hour'
       from generate_series(1, $1::int) n`,
      [CAPTCHA_ROWS],
    );
    expect(await image("full-1")).toEqual(refused(429, "请求过频繁"));
    await backend.db.query("update sys_captcha set expire_time = now() - interval '1 second'");
    expect((await image("full-1")).status).toBe(200);
    await backend.db.query("update sys_rate_limit set points = $1", [LIMITS.captchaAddress.points]);
    expect(await image("full-2")).toEqual(refused(429, "请求过频繁"));
  });
});
