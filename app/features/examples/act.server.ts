import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { saveColumnLayout } from "~/screens/column-layout.server";
import { flash } from "~/session/flash.server";
import { requireStaff } from "~/session/staff.server";
import { formatDateTime, today } from "~/text/date";
import { exampleTable } from "./columns";
import { addExample, changeExample, removeExamples, resetExamples } from "./store.server";
import { closed } from "./urls";
import { checkValues, type Typed, typedValues } from "./values";

/** What the page gets back when a form is refused. */
export interface Refused {
  typed: Typed;
  errors: Record<string, string>;
  message: string | null;
}

const STALE = "单据已被他人修改，请刷新后重试";
const GONE = "单据不存在";
/** Values that may be changed in the row itself. */
export const INLINE = ["quantity", "price"] as const;

const now = () =>
  `${today()} ${formatDateTime(new Date(Date.now() + 8 * 3_600_000).toISOString()).slice(11)}`;

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
      return ids.length
        ? done(`已删除${removeExamples(ids)}行示例数据`)
        : done("请先选择要删除的行", "warning");
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
    json<Refused>({ typed, errors: errors ?? {}, message }, { status });
  if (!values) return refuse(422, action === "row" ? (Object.values(errors)[0] ?? null) : null);
  if (action === "add") {
    addExample(values, now());
    return done("新增成功");
  }
  const saved = changeExample(String(form.get("id")), Number(form.get("version")), values, now());
  if (saved === null) return refuse(404, GONE);
  return saved ? done("修改成功") : refuse(409, STALE);
}
