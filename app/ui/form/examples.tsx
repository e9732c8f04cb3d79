import { Button } from "../button/button";
import type { Example } from "../example";
import { Field } from "../field/field";
import { TextInput } from "../input/text-input";
import { Form, FormSection } from "./form";

const field = (name: string, span?: 2 | "all") => (
  <Field key={name} name={name} label={`字段${name}`} span={span}>
    <TextInput />
  </Field>
);

const form = (columns: 2 | 3) => (
  <Form
    method="get"
    columns={columns}
    prefix={`c${columns}-`}
    footer={
      <>
        <Button type="button">取消</Button>
        <Button tone="primary" type="button">
          保存
        </Button>
      </>
    }
  >
    <FormSection title="基本信息">{["1", "2", "3", "4", "5"].map((n) => field(n))}</FormSection>
    {field("6", "all")}
  </Form>
);

export const examples: readonly Example[] = [
  { title: "两列，操作栏吸底", node: form(2) },
  { title: "三列", node: form(3) },
];
