import { z } from "zod";
import { cleanText, phoneProblem, ungrouped } from "~/text/clean";
import { roundDecimal } from "~/text/decimal";
import { flatten } from "~/ui/option";
import { DEPTS, STATES, TAGS } from "./rows";
import type { ExampleValues } from "./store.server";

const text = (max: number) =>
  z
    .string()
    .transform(cleanText)
    .pipe(z.string().trim().max(max, `最多${max}个字`));
const oneOf = (options: readonly { value: string }[], message: string) =>
  z.string().refine((v) => options.some((o) => o.value === v), message);
const decimal = (integers: number, decimals: number, label: string) =>
  z
    .string()
    .trim()
    .min(1, `${label}不能为空`)
    .regex(
      new RegExp(`^\\d{1,${integers}}(\\.\\d{0,${decimals}})?$`),
      decimals
        ? `${label}最多${integers}位整数、${decimals}位小数`
        : `${label}必须是不超过${integers}位的整数`,
    )
    .transform((v) => roundDecimal(v, decimals) ?? v);

const schema = z.object({
  name: text(60).pipe(z.string().min(1, "请输入名称")),
  dept: oneOf(flatten(DEPTS), "请选择部门"),
  state: oneOf(STATES, "请选择状态"),
  tags: z.array(oneOf(TAGS, "没有这个标签")).max(99, "最多选择99项"),
  quantity: decimal(8, 0, "数量"),
  price: decimal(12, 2, "单价"),
  currency: z.enum(["USD", "CNY", "EUR", "JPY"], "请选择币种"),
  ratio: z.string(),
  phone: z
    .string()
    .transform((v) => (/^[\d ]*$/.test(v) ? ungrouped(v) : v))
    .superRefine((v, c) => {
      const problem = phoneProblem(v);
      if (problem) c.addIssue({ code: "custom", message: problem });
    }),
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "请选择日期"),
  enabled: z.boolean(),
  remark: text(500),
});

/** What was typed, as the form shows it again. */
export type Typed = Record<string, string | string[] | boolean>;

/** The form as plain values; nothing is judged yet. */
export function typedValues(form: FormData): Typed {
  const one = (name: string) => String(form.get(name) ?? "");
  const names = [
    "name",
    "dept",
    "state",
    "quantity",
    "price",
    "currency",
    "phone",
    "day",
    "remark",
  ];
  return {
    ...Object.fromEntries(names.map((n) => [n, one(n)])),
    ratio: one("ratio") || "0",
    tags: form.getAll("tags").map(String),
    enabled: form.get("enabled") === "true",
  };
}

type Checked =
  | { values: ExampleValues; errors: null }
  | { values: null; errors: Record<string, string> };

/** Judges all values, or only some of them (inline editing). The first message of each field counts. */
export function checkValues(typed: Typed, only?: readonly (keyof ExampleValues)[]): Checked {
  const part = only
    ? schema.pick(Object.fromEntries(only.map((k) => [k, true])) as { name: true })
    : schema;
  const result = part.safeParse(typed);
  if (result.success) return { values: result.data as ExampleValues, errors: null };
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return { values: null, errors };
}
