import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { type Erp, ErpError, nothing } from "~/erp/client.server";
import { uploaded } from "~/erp/shapes";
import { flash } from "~/session/cookies.server";
import type { Staff } from "~/session/staff.server";
import { phoneProblem, ungrouped } from "~/text";

/** What the forms of the page sent and why it was refused. */
export interface ProfileRefused {
  intent: string;
  message: string | null;
  errors: Record<string, string>;
  values: Record<string, string>;
}

const profile = z.object({
  displayname: z.string().trim().min(1, "姓名不能为空").max(32, "姓名不能超过32个字符"),
  // The masked number that the page showed comes back when nothing was typed.
  mobile: z.string().transform((text) => (text.includes("*") ? text : ungrouped(text))),
  email: z.union([z.literal(""), z.email("邮箱格式不正确")]),
});

const password = z
  .object({
    oldPassword: z.string().min(1, "请输入原密码"),
    newPassword: z.string().min(1, "请输入新密码").max(128),
    again: z.string().min(1, "请再次输入新密码"),
  })
  .refine((p) => p.newPassword === p.again, { path: ["again"], message: "两次输入的新密码不一致" });

const edit = (erp: Erp, body: object) => erp.put("/admin/user/edit", { body, schema: nothing });

/** Saves the profile, the password or the picture of the signed-in person. */
export async function changeProfile(staff: Staff, form: FormData) {
  const intent = String(form.get("intent") ?? "");
  const values = Object.fromEntries([...form].flatMap(([name, v]) => (typeof v === "string" ? [[name, v]] : [])));
  const refuse = (errors: Record<string, string>, message: string | null = null) =>
    json<ProfileRefused>(
      { intent, message, errors, values: { ...values, oldPassword: "", newPassword: "", again: "" } },
      { status: 422 },
    );
  try {
    if (intent === "avatar") {
      const file = form.get("avatarFiles");
      if (!(file instanceof File) || !file.size) return refuse({ avatar: "请选择图片" });
      const sent = new FormData();
      sent.set("bizType", "avatar");
      sent.set("file", file);
      const { url } = await staff.erp.upload("/admin/file/uploadFile", sent, uploaded);
      await edit(staff.erp, { avatar: url });
    } else {
      const parsed = (intent === "password" ? password : profile).safeParse(values);
      if (!parsed.success) return refuse(firstOf(parsed.error.issues));
      const wrong = "mobile" in parsed.data && mobileProblem(parsed.data.mobile);
      if (wrong) return refuse({ mobile: wrong });
      await edit(staff.erp, parsed.data);
    }
  } catch (error) {
    if (!(error instanceof ErpError)) throw error;
    const { fields } = error;
    return refuse(fields ?? {}, fields ? null : error.message);
  }
  const text = { avatar: "头像已更新", password: "密码已修改，其他设备需要重新登录" }[intent];
  const headers = flash(new Headers(), { tone: "success", text: text ?? "个人信息已保存" });
  return redirect("/info/index", { status: 303, headers });
}

const mobileProblem = (mobile: string) => (mobile.includes("*") ? null : phoneProblem(mobile));

function firstOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}
