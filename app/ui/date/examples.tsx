import type { Example } from "../example";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { DateInput } from "./date-input";
import { DateRange } from "./date-range";

const day = "2026-07-01";

export const examples: readonly Example[] = [
  {
    title: "日期与时间",
    node: (
      <Form method="get">
        <Field name="day" label="日期">
          <DateInput value="2026-07-01" />
        </Field>
        <Field name="moment" label="时间" help="北京时间">
          <DateInput value="2026-07-01 09:30:00" time />
        </Field>
      </Form>
    ),
  },
  {
    title: "日期范围：一般快捷项；报表最晚到昨天",
    node: (
      <Form method="get">
        <Field name="startDate" label="日期" group>
          <DateRange start="2026-07-01" end="2026-07-31" day={day} />
        </Field>
        <Field name="reportStart" label="报表日期" group>
          <DateRange startName="reportStart" endName="reportEnd" quick="report" day={day} />
        </Field>
      </Form>
    ),
  },
];
