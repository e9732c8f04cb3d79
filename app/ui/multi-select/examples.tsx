import type { Example } from "../example";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { MultiSelect } from "./multi-select";

const options = Array.from({ length: 30 }, (_, i) => ({ value: String(i), label: `示例选项${i + 1}` }));

export const examples: readonly Example[] = [
  {
    title: "可搜索多选；默认最多99项",
    node: (
      <Form method="get">
        <Field name="many" label="多选" group>
          <MultiSelect options={options} value={["1", "4"]} />
        </Field>
        <Field name="few" label="最多2项" group>
          <MultiSelect options={options.slice(0, 5)} limit={2} />
        </Field>
      </Form>
    ),
  },
];
