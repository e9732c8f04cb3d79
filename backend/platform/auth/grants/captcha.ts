import { randomInt } from "node:crypto";
import { createRequire } from "node:module";
import { z } from "zod";
import type { Database } from "#backend/platform/db/sql";
import { Refusal } from "#backend/platform/http/refusal";
import { CAPTCHA_ROWS, CAPTCHA_SECONDS } from "../limits/throttle";
import { sameText } from "../secret";

// The package's main function (text → SVG) is missing from its types.
const draw: (text: string, options: object) => string = createRequire(import.meta.url)("svg-captcha");

// Without 0 O 1 I L and other pairs that look alike.
const LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** The browser's name for the captcha it shows. */
export const randomStr = z.string().regex(/^[\w-]{4,64}$/, "随机串格式不正确");

/**
 * Makes a captcha of 4 characters for a random string; one asked again replaces the former.
 * @returns an SVG image.
 * @throws Refusal 429 while too many captchas are open.
 */
export async function createCaptcha(db: Database, random: string): Promise<string> {
  const answer = Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  await db.query("delete from sys_captcha where expire_time <= now()");
  const [stored] = await db.query(
    `insert into sys_captcha (random_str, answer, expire_time)
     select $1, $2, now() + make_interval(secs => $3)
     where (select count(*) from sys_captcha) < $4
     on conflict (random_str) do update
       set answer = excluded.answer, expire_time = excluded.expire_time
     returning 1`,
    [random, answer, CAPTCHA_SECONDS, CAPTCHA_ROWS],
  );
  if (!stored) throw new Refusal(429, "请求过频繁");
  return draw(answer, { width: 120, height: 40, fontSize: 44, noise: 2, background: "#f5f7fa" });
}

/**
 * Checks an answer, without regard to case. The captcha is used up whatever the outcome.
 * @throws Refusal 428
 */
export async function checkCaptcha(db: Database, random: string | undefined, code: string | undefined): Promise<void> {
  const row = await db.one<{ answer: string; fresh: boolean }>(
    `delete from sys_captcha where random_str = $1
     returning answer, expire_time > now() as fresh`,
    [random ?? ""],
  );
  if (!code?.trim()) throw new Refusal(428, "验证码不能为空");
  if (!row?.fresh || !sameText(row.answer, code.trim().toUpperCase())) throw new Refusal(428, "验证码不合法");
}
