import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { z } from "zod";
import { saveColumnLayout } from "~/screens/frame/column-layout.server";
import { flash } from "~/session/cookies.server";
import { requireStaff } from "~/session/staff.server";
import { cleanText, phoneProblem, roundDecimal, ungrouped, wallClock } from "~/text";
import { flatten } from "~/ui/option";
import { DEPTS, exampleTable, STATES, TAGS } from "./rows";
import { addExample, changeExample, type ExampleValues, removeExamples, resetExamples } from "./store.server";
import { closed } from "./urls";

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
      decimals ? `${label}最多${integers}位整数、${decimals}位小数` : `${label}必须是不超过${integers}位的整数`,
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
type ActTyped = Record<string, string | string[] | boolean>;

/** The form as plain values; nothing is judged yet. */
export function typedValues(form: FormData): ActTyped {
  const one = (name: string) => String(form.get(name) ?? "");
  const names = ["name", "dept", "state", "quantity", "price", "currency", "phone", "day", "remark"];
  return {
    ...Object.fromEntries(names.map((n) => [n, one(n)])),
    ratio: one("ratio") || "0",
    tags: form.getAll("tags").map(String),
    enabled: form.get("enabled") === "true",
  };
}

type ActChecked = { values: ExampleValues; errors: null } | { values: null; errors: Record<string, string> };

/** Judges all values, or only some of them (inline editing). The first message of each field counts. */
export function checkValues(typed: ActTyped, only?: readonly (keyof ExampleValues)[]): ActChecked {
  const part = only ? schema.pick(Object.fromEntries(only.map((k) => [k, true])) as { name: true }) : schema;
  const result = part.safeParse(typed);
  if (result.success) return { values: result.data as ExampleValues, errors: null };
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return { values: null, errors };
}

/** What the page gets back when a form is refused. */
export interface ActRefused {
  typed: ActTyped;
  errors: Record<string, string>;
  message: string | null;
}

const STALE = "单据已被他人修改，请刷新后重试";
const GONE = "单据不存在";
/** Values that may be changed in the row itself. */
export const INLINE = ["quantity", "price"] as const;

/** Everything that the example page posts. */
export async function actOnExamples({ request, context }: ActionFunctionArgs) {
  requireStaff(context);
  const url = new URL(request.url);
  const back = closed(url.pathname + url.search);
  const { form } = context;
  const done = (text: string, tone: "success" | "warning" = "success") =>
    redirect(back, { status: 303, headers: flash(new Headers(), { tone, text }) });
  const action = String(form.get("_action"));
  const ids = form.getAll("ids").map(String);
  switch (action) {
    case "columns": {
      const answer = saveColumnLayout({ url, form, table: exampleTable, to: back });
      const text = form.get("reset") ? "已恢复默认样式" : "列设置已保存";
      flash(answer.headers, { tone: "success", text });
      return answer;
    }
    case "delete":
      return ids.length ? done(`已删除${removeExamples(ids)}行示例数据`) : done("请先选择要删除的行", "warning");
    case "reset":
      resetExamples();
      return done("示例数据已复原");
    default:
      return save(action, form, done);
  }
}

function save(action: string, form: FormData, done: (text: string) => Response) {
  const typed = typedValues(form);
  const { values, errors } = checkValues(typed, action === "row" ? INLINE : undefined);
  const refuse = (status: number, message: string | null) =>
    json<ActRefused>({ typed, errors: errors ?? {}, message }, { status });
  if (!values) return refuse(422, action === "row" ? (Object.values(errors)[0] ?? null) : null);
  if (action === "add") {
    addExample(values, wallClock());
    return done("新增成功");
  }
  const saved = changeExample(String(form.get("id")), Number(form.get("version")), values, wallClock());
  if (saved === null) return refuse(404, GONE);
  return saved ? done("修改成功") : refuse(409, STALE);
}
