import { Button } from "~/ui/button/button";
import { CheckboxGroup, RadioGroup, Switch } from "~/ui/choice/groups";
import { Select } from "~/ui/choice/select";
import { DateInput } from "~/ui/date/date-input";
import { Dialog } from "~/ui/dialog/dialog";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { Field } from "~/ui/field/field";
import { Form } from "~/ui/form/form";
import { MoneyInput, NumberInput } from "~/ui/input/number-input";
import { PhoneInput, TextInput } from "~/ui/input/text-input";
import { Textarea } from "~/ui/input/textarea";
import { TreeSelect } from "~/ui/tree/tree";
import type { ActRefused } from "./act.server";
import { DEPTS, type ExampleRow, STATES, TAGS } from "./rows";
import { closed } from "./urls";

const TITLES = { add: "新增示例", edit: "修改示例", view: "查看示例" };
const CURRENCIES = ["USD", "CNY", "EUR", "JPY"].map((value) => ({ value, label: value }));

interface RowDialogProps {
  mode: keyof typeof TITLES;
  url: string;
  row: ExampleRow | null;
  refused?: ActRefused;
}

/** Add opens blank, edit and view with a copy of the row; view can only be read. */
export function RowDialog({ mode, url, row, refused }: RowDialogProps) {
  const value = { state: "draft", currency: "USD", enabled: true, ...row, ...refused?.typed } as Partial<
    Record<string, unknown>
  >;
  const text = (name: string) => value[name] as string | undefined;
  const error = (name: string) => refused?.errors[name];
  const closeHref = closed(url);
  return (
    <Dialog title={TITLES[mode]} size="wide" closeHref={closeHref}>
      <Form
        columns={2}
        action={url}
        readOnly={mode === "view"}
        head={<ErrorSummary errors={refused?.errors} message={refused?.message} />}
        footer={
          <>
            <a className="btn" href={closeHref}>
              {mode === "view" ? "关闭" : "取消"}
            </a>
            {mode !== "view" && (
              <Button tone="primary" name="_action" value={mode}>
                保存
              </Button>
            )}
          </>
        }
      >
        <input type="hidden" name="id" value={row?.id ?? ""} />
        <input type="hidden" name="version" value={row?.version ?? 0} />
        <Field name="name" label="名称" required error={error("name")}>
          <TextInput value={text("name")} maxLength={60} />
        </Field>
        <Field name="dept" label="部门" required group error={error("dept")}>
          <TreeSelect options={DEPTS} value={text("dept")} />
        </Field>
        <Field name="state" label="状态" required group error={error("state")} span="all">
          <RadioGroup options={STATES} value={text("state")} />
        </Field>
        <Field name="quantity" label="数量" required unit="件" error={error("quantity")}>
          <NumberInput value={text("quantity")} integers={8} />
        </Field>
        <Field name="price" label="单价" required error={error("price")} help="最多12位整数、2位小数">
          <MoneyInput value={text("price")} />
        </Field>
        <Field name="currency" label="币种" required error={error("currency")}>
          <Select options={CURRENCIES} value={text("currency")} placeholder={null} />
        </Field>
        <Field name="phone" label="手机" required error={error("phone")}>
          <PhoneInput value={text("phone")} />
        </Field>
        <Field name="day" label="日期" required error={error("day")}>
          <DateInput value={text("day")} />
        </Field>
        <Field name="enabled" label="启用">
          <Switch checked={value.enabled === true} />
        </Field>
        <Field name="tags" label="标签" group error={error("tags")} span="all">
          <CheckboxGroup options={TAGS} value={value.tags as string[] | undefined} />
        </Field>
        <Field name="remark" label="备注" error={error("remark")} span="all">
          <Textarea value={text("remark")} />
        </Field>
        <input type="hidden" name="ratio" value={text("ratio") ?? "0"} />
      </Form>
    </Dialog>
  );
}
