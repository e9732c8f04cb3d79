import { z } from "zod";
import { filterTime } from "#backend/platform/db";

const blank = (v: unknown) => (v === undefined || v === "" ? null : v);

const text = (label: string, min: number, max: number) =>
  z.preprocess(
    (v) => (typeof v === "string" ? v.replaceAll("\0", "") : (v ?? "")),
    z
      .string(`请输入${label}`)
      .trim()
      .min(1, `请输入${label}`)
      .min(min, `${label}不能少于${min}个字`)
      .max(max, `${label}不能超过${max}个字`),
  );

const choice = <const T extends readonly string[]>(label: string, values: T, fallback?: T[number]) =>
  z.preprocess((v) => blank(v) ?? fallback, z.enum(values, `请选择${label}`));

const time = (label: string) =>
  z.preprocess(
    blank,
    z
      .string()
      .nullable()
      .transform((v, ctx) => {
        const clock = v === null ? null : filterTime(v, false);
        if (clock === undefined) ctx.addIssue(`${label}要填写日期和时间`);
        return clock ?? null;
      }),
  );

const listOf = (v: unknown) => {
  const given = blank(v);
  if (given === null) return [];
  return Array.isArray(given) ? given : String(given).split(",").filter(Boolean);
};

const idText = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((v) => /^\d{1,18}$/.test(v), "编号不正确");

const yes = z.preprocess((v) => v === true || v === 1 || v === "1" || v === "true", z.boolean());

/** An uploaded file named by its id, its address or the whole answer of the upload. */
const fileRef = z.union([
  z.string().max(500),
  z.looseObject({ id: idText.optional(), url: z.string().max(500).optional() }).transform((f) => f.id ?? f.url ?? ""),
]);

/** Milliseconds of a wire time in Asia/Shanghai. */
const instant = (wire: string) => Date.parse(`${wire.replace(" ", "T")}+08:00`);

const LEAD_MS = 5 * 60_000;

const receivers = z.preprocess(listOf, z.array(idText).max(5000, "接收对象过多"));

/** Form field that holds the receivers of each scope; scopeIds is the same list for any scope. */
export const FIELD_OF = { dept: "deptIds", role: "roleIds", user: "userIds" } as const;

/** Receivers of the chosen scope, from its own field or from scopeIds. */
const chosen = (n: {
  scopeType: "all" | keyof typeof FIELD_OF;
  scopeIds: string[];
  deptIds: string[];
  roleIds: string[];
  userIds: string[];
}): string[] => {
  if (n.scopeType === "all") return [];
  const own = n[FIELD_OF[n.scopeType]];
  return [...new Set(own.length ? own : n.scopeIds)];
};

/** Body of saveOrUpdateNotification: fields of market.md §9 with their rules. */
export const noticeInput = z
  .object({
    id: z.preprocess(blank, idText.nullable()),
    version: z.preprocess(blank, z.coerce.number().int("版本号不正确").nullable()),
    /** True: submit for audit; false: keep as draft. */
    submitFlag: yes,
    title: text("标题", 2, 100),
    pushDescribe: text("通知摘要", 1, 200),
    content: z.preprocess((v) => v ?? "", z.string().max(1_000_000, "正文过长")),
    pushType: choice("推送类型", ["1", "2", "3", "4"]),
    level: choice("级别", ["normal", "important", "forced"], "normal"),
    scopeType: choice("接收范围", ["all", "dept", "role", "user"]),
    scopeIds: receivers,
    deptIds: receivers,
    roleIds: receivers,
    userIds: receivers,
    channels: z.preprocess(listOf, z.array(z.enum(["site", "feishu", "email"], "请选择推送渠道")).max(10)),
    pushMode: choice("推送方式", ["now", "timed"], "now"),
    planTime: time("计划时间"),
    expireTime: time("失效时间"),
    attachments: z.preprocess(listOf, z.array(fileRef).max(3, "附件最多3个")),
  })
  .superRefine((n, ctx) => {
    const refuse = (field: string, message: string) => ctx.addIssue({ code: "custom", path: [field], message });
    if (n.scopeType !== "all" && !chosen(n).length) {
      refuse("scopeIds", "请选择接收对象");
      refuse(FIELD_OF[n.scopeType], "请选择接收对象");
    }
    if (n.pushMode === "timed") {
      if (!n.planTime) refuse("planTime", "请选择计划时间");
      else if (n.submitFlag && instant(n.planTime) <= Date.now() + LEAD_MS)
        refuse("planTime", "计划时间须晚于当前时间5分钟");
    }
    if (n.expireTime) {
      const push = n.pushMode === "timed" && n.planTime ? instant(n.planTime) : Date.now();
      const judged = n.submitFlag || n.pushMode === "timed";
      if (judged && instant(n.expireTime) <= push) refuse("expireTime", "失效时间须晚于推送时间");
    }
  })
  .transform((n) => ({
    ...n,
    scopeIds: chosen(n),
    channels: [...new Set(["site", ...n.channels])],
    planTime: n.pushMode === "timed" ? n.planTime : null,
  }));

export type NoticeInput = z.output<typeof noticeInput>;

/** Path or body id of one notice. */
export const noticeId = z.preprocess(
  blank,
  z
    .union([z.string(), z.number()], "缺少通知编号")
    .transform(String)
    .refine((v) => /^\d{1,18}$/.test(v), "编号不正确"),
);

/** The version a caller saw, where the specification's own call leaves it out. */
export const seenVersion = z.preprocess((v) => blank(v) ?? undefined, z.coerce.number().int("版本号不正确").optional());

/** A reason or opinion: at most 500 characters, empty allowed. */
export const remark = (label: string) =>
  z.preprocess(
    (v) => (typeof v === "string" ? v.replaceAll("\0", "") : (v ?? "")),
    z.string().trim().max(500, `${label}不能超过500个字`),
  );
