import type { Example } from "../example";
import { Field } from "../field/field";
import { TextInput } from "../input/text-input";
import { Form } from "./form";

export const examples: readonly Example[] = [
  {
    title: "标签、必填、帮助、错误、单位",
    node: (
      <Form method="get">
        <Field name="a" label="必填字段" required help="帮助文字写在控件下面">
          <TextInput />
        </Field>
        <Field name="b" label="出错字段" error="请输入出错字段">
          <TextInput />
        </Field>
        <Field name="c" label="带单位" unit="cm">
          <TextInput value="30" />
        </Field>
      </Form>
    ),
  },
];
