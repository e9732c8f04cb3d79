import { z } from "zod";
import type { Database } from "../../db/sql";
import { invalid, Refusal } from "../../http/refusal";
import { forgetCallers } from "../caller-cache";
import { clear, take } from "../limits/throttle";
import { maskMobile, mobileProblem } from "../mobile/number";
import { hashPassword, passwordProblem, verifyPassword } from "../password";
import { revokeUser } from "../revoke";

const optional = <T extends z.ZodType>(type: T) => type.nullish();

/** Own profile and, when both passwords are given, own password. pig's names are read too. */
export const profileBody = z.object({
  displayname: optional(z.string().trim().min(1, "姓名不能为空").max(32, "姓名不能超过32个字符")),
  mobile: optional(z.string().trim().max(32)),
  phone: optional(z.string().trim().max(32)),
  email: optional(
    z.union([z.literal(""), z.email("邮箱格式不正确").max(100, "邮箱不能超过100个字符")]),
  ),
  avatar: optional(
    z.union([
      z.literal(""),
      z
        .string()
        .max(500)
        .regex(/^\/(?!\/)[^\s"'<>\\]*$/, "头像地址不正确"),
    ]),
  ),
  oldPassword: optional(z.string().max(128)),
  newPassword: optional(z.string().max(128)),
  password: optional(z.string().max(128)),
  newpassword1: optional(z.string().max(128)),
});
export type ProfileBody = z.output<typeof profileBody>;

interface Stored {
  displayname: string;
  mobile: string | null;
  email: string | null;
  avatar: string | null;
  password: string | null;
}

/**
 * Saves what is given of the own profile; other sessions end when the password changes.
 * @param token the access token of the session that goes on
 * @throws Refusal 400 with the field, 429 after 5 wrong old passwords in 15 minutes
 */
export async function editProfile(
  db: Database,
  userId: string,
  token: string | undefined,
  body: ProfileBody,
): Promise<void> {
  const stored = await db.one<Stored>(
    "select displayname, mobile, email, avatar, password from sys_user where id = $1",
    [userId],
  );
  if (!stored) throw new Refusal(401, "登录已失效，请重新登录");
  const mobile = newMobile(body.mobile ?? body.phone, stored.mobile);
  const password = await newPassword(db, userId, body, stored.password);
  await db.tx(async (sql) => {
    const taken = await sql.one(
      `select 1 from sys_user u join sys_user me on me.id = $1 and u.tenant_id = me.tenant_id
       where u.mobile = $2 and u.id <> $1 and u.del_flag = 0`,
      [userId, mobile],
    );
    if (taken) throw invalid("手机号码已被使用", { mobile: "手机号码已被使用" });
    await sql.query(
      `update sys_user set displayname = $2, mobile = $3, email = $4, avatar = $5,
         password = coalesce($6, password),
         password_modify_time = case when $6::text is null then password_modify_time else now() end,
         version = version + 1, update_by = $1, update_time = now()
       where id = $1`,
      [
        userId,
        body.displayname ?? stored.displayname,
        mobile,
        (body.email ?? stored.email) || null,
        (body.avatar ?? stored.avatar) || null,
        password,
      ],
    );
    if (password) await revokeUser(sql, userId, token);
  });
  forgetCallers();
}

function newMobile(given: string | null | undefined, stored: string | null): string | null {
  // The masked number that the profile page showed comes back: nothing was typed.
  if (given == null || given === maskMobile(stored)) return stored;
  const problem = mobileProblem(given);
  if (problem) throw invalid(problem, { mobile: problem });
  return given;
}

async function newPassword(
  db: Database,
  userId: string,
  body: ProfileBody,
  stored: string | null,
): Promise<string | null> {
  const old = body.oldPassword ?? body.password;
  const next = body.newPassword ?? body.newpassword1;
  if (!old && !next) return null;
  const refuse = (field: string, text: string) => invalid(text, { [field]: text });
  if (!old) throw refuse("oldPassword", "请输入原密码");
  if (!next) throw refuse("newPassword", "请输入新密码");
  const problem = passwordProblem(next);
  if (problem) throw refuse("newPassword", problem);
  if (next === old) throw refuse("newPassword", "新密码不能与原密码相同");
  await take(db, "oldPassword", userId);
  if (!(await verifyPassword(old, stored))) throw refuse("oldPassword", "原密码错误");
  await clear(db, "oldPassword", userId);
  return hashPassword(next);
}
