import { z } from "zod";
import { NOW, patchRow, pickRow, plus } from "#backend/platform/db/by-id";
import type { Database } from "#backend/platform/db/sql";
import { invalid, Refusal } from "#backend/platform/http/refusal";
import { forgetCallers, revokeUser } from "../caller-cache";
import { clear, take } from "../limits/throttle";
import { maskMobile, mobileProblem } from "../mobile/number";
import { hashPassword, passwordProblem, verifyPassword } from "../password";

const optional = <T extends z.ZodType>(type: T) => type.nullish();

/** Own profile and, when both passwords are given, own password. pig's names are read too. */
export const profileBody = z.object({
  displayname: optional(z.string().trim().min(1, "姓名不能为空").max(32, "姓名不能超过32个字符")),
  mobile: optional(z.string().trim().max(32)),
  phone: optional(z.string().trim().max(32)),
  email: optional(z.union([z.literal(""), z.email("邮箱格式不正确").max(100, "邮箱不能超过100个字符")])),
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

interface ProfileStored {
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
  const stored = await pickRow<ProfileStored>(db, "sys_user", userId, [
    "displayname",
    "mobile",
    "email",
    "avatar",
    "password",
  ]);
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
    await patchRow(sql, "sys_user", userId, {
      displayname: body.displayname ?? stored.displayname,
      mobile,
      email: (body.email ?? stored.email) || null,
      avatar: (body.avatar ?? stored.avatar) || null,
      password: password ?? undefined,
      password_modify_time: password === null ? undefined : NOW,
      first_password_until: password === null ? undefined : null,
      version: plus(1),
      update_by: userId,
      update_time: NOW,
    });
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
