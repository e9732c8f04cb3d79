import { Button } from "../button/button";
import type { Example } from "../example";
import { Field } from "../field/field";
import { MoneyInput, NumberInput } from "../input/number-input";
import { NumberRange } from "../input/number-range";
import { PhoneInput, TextInput } from "../input/text-input";
import { Textarea } from "../input/textarea";
import { Form } from "./form";

export const examples: readonly Example[] = [
  {
    title: "文本：过滤引号与尖括号；多值搜索把空白和逗号合并成一个逗号",
    node: (
      <Form method="get" footer={<Button tone="primary">提交</Button>}>
        <Field name="text" label="文本" required help="最多500字">
          <TextInput value="示例文本" />
        </Field>
        <Field name="multi" label="多值搜索">
          <TextInput filter="multi" value="SL001,SL002" />
        </Field>
        <Field name="phone" label="手机" error="手机号码长度不为11位">
          <PhoneInput value="13800138000" />
        </Field>
        <Field name="remark" label="备注">
          <Textarea value="可以写几行字" maxLength={200} />
        </Field>
      </Form>
    ),
  },
  {
    title: "数字与金额",
    node: (
      <Form method="get">
        <Field name="weight" label="重量" unit="kg">
          <NumberInput value="12.500" integers={6} decimals={3} />
        </Field>
        <Field name="amount" label="金额">
          <MoneyInput value="1234.50" currency="USD" />
        </Field>
        <Field name="followers" label="粉丝数" group>
          <NumberRange fromName="followersFrom" toName="followersTo" from="10000" />
        </Field>
        <Field name="fixed" label="不可改">
          <NumberInput value="8" disabled />
        </Field>
      </Form>
    ),
  },
];
