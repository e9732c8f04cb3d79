import type { Example } from "../example";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { Checkbox, CheckboxGroup, RadioGroup, Switch } from "./groups";
import { Select } from "./select";

const options = [
  { value: "1", label: "示例一" },
  { value: "2", label: "示例二" },
  { value: "3", label: "示例三（停用）", disabled: true },
];

export const examples: readonly Example[] = [
  {
    title: "下拉、复选、单选、开关",
    node: (
      <Form method="get">
        <Field name="select" label="下拉">
          <Select options={options} value="2" />
        </Field>
        <Field name="boxes" label="复选" group required>
          <CheckboxGroup options={options} value={["1"]} />
        </Field>
        <Field name="radio" label="单选" group>
          <RadioGroup options={options} value="2" />
        </Field>
        <Field name="single" label="单个复选">
          <Checkbox text="同时发送通知" />
        </Field>
        <Field name="switch" label="开关">
          <Switch checked off="false" />
        </Field>
      </Form>
    ),
  },
];
