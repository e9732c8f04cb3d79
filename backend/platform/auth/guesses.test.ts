import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { type Answer, call, PIG, passwordLogin, refused } from "./auth.testing";
import { LIMITS, SMS_TRIES } from "./limits/throttle";
import { type Replica, replicaOf } from "./replica.testing";

/** Guesses go to two backends in turn; they share the database alone. */
let first: TestBackend;
let second: Replica;
beforeAll(async () => {
  first = await testBackend();
  second = await replicaOf(first);
});
afterAll(async () => {
  await second.close();
  await first.close();
});
beforeEach(() => first.db.query("delete from sys_rate_limit"));

/** That many guesses at once, by turns at both backends. */
const atOnce = (times: number, guess: (at: { url: string }, i: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, i) => guess(i % 2 ? second : first, i)));

const sentences = (answers: readonly Answer[], msg: string) => answers.filter((a) => a.body.msg === msg).length;

const WRONG = "用户名不存在或密码错误";
const { points } = LIMITS.wrongPassword;

describe("guesses at once are counted before they are tried", () => {
  it.each(["kol", "nobody_at_all"])("passwords of %s: no more are tried than in turn", async (who) => {
    const answers = await atOnce(16, (at, i) => passwordLogin(at, who, `wrong-${i}`));
    const tried = sentences(answers, WRONG);
    // The last one locks the account: one of before that is slower finds it locked.
    expect([tried > 0, tried <= points]).toEqual([true, true]);
    expect((await passwordLogin(second, who)).status).toBe(426);
  });

  it("passwords in turn and at once count together", async () => {
    for (let i = 1; i < points; i++) await passwordLogin(first, "promo", "wrong");
    const answers = await atOnce(8, (at, i) => passwordLogin(at, "promo", `wrong-${i}`));
    expect(sentences(answers, WRONG)).toBe(1);
    expect((await passwordLogin(second, "promo")).status).toBe(426);
  });

  it("all tries are there again after the lock is lifted, however many were refused", async () => {
    await atOnce(16, (at, i) => passwordLogin(at, "ads", `wrong-${i}`));
    await first.db.query("delete from sys_rate_limit where key like 'login%' or key like 'signInLock%'");
    const again = [];
    for (let i = 0; i < points; i++) again.push(await passwordLogin(i % 2 ? second : first, "ads", `again-${i}`));
    expect(sentences(again, WRONG)).toBe(points);
    expect((await passwordLogin(second, "ads")).status).toBe(426);
  });

  it("right passwords at once all sign in", async () => {
    const answers = await atOnce(points, (at) => passwordLogin(at, "exec"));
    expect(answers.map((a) => a.status)).toEqual(Array(points).fill(200));
    const left = "select 1 from sys_rate_limit where key like 'wrongPassword:%' and points > 0";
    expect(await first.db.query(left)).toEqual([]);
  });

  it("codes by SMS", async () => {
    const mobile = "13900000001";
    await first.db.query("update sys_user set mobile = $1 where username = 'ops'", [mobile]);
    const sent = await call(first, "GET", `/admin/mobile/${mobile}`);
    const code = Number(sent.body.data.demoCode);
    const guess = (at: { url: string }, given: number) =>
      call(at, "POST", "/auth/mobile/token/sms", {
        params: { mobile: `SMS@${mobile}`, grant_type: "mobile", code: String(given % 1_000_000).padStart(6, "0") },
        headers: { authorization: PIG },
      });
    const answers = await atOnce(12, (at, i) => guess(at, code + 1 + i));
    expect(answers.map((a) => a.status)).toEqual(Array(12).fill(428));
    expect(await first.db.query("select tries from sys_sms_code")).toEqual([{ tries: SMS_TRIES }]);
    expect(await guess(second, code)).toEqual(refused(428, "验证码不合法"));
  });

  it("the old password of a change", async () => {
    const token = await login(first.url, "exec");
    const change = (at: { url: string }, oldPassword: string) =>
      call(at, "PUT", "/admin/user/edit", { token, body: { oldPassword, newPassword: "Gu4rd-Neu" } });
    const answers = await atOnce(12, (at, i) => change(at, `wrong-${i}`));
    expect(sentences(answers, "原密码错误")).toBe(LIMITS.oldPassword.points);
    expect(await change(second, "123456")).toEqual(refused(429, "请求过频繁"));
  });
});
