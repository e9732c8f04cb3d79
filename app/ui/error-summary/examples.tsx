import type { Example } from "../example";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { TextInput } from "../input/text-input";
import { ErrorSummary } from "./error-summary";

const errors = { name: "请输入名称", mobile: "手机号码长度不为11位" };

export const examples: readonly Example[] = [
  {
    title: "汇总链接到字段，打开页面时获得焦点",
    node: (
      <Form method="get" head={<ErrorSummary errors={errors} />}>
        <Field name="name" label="名称" error={errors.name} required>
          <TextInput />
        </Field>
        <Field name="mobile" label="手机" error={errors.mobile}>
          <TextInput value="1380" />
        </Field>
      </Form>
    ),
  },
];
