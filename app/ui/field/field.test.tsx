import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RadioGroup } from "../choice/groups";
import { Form } from "../form/form";
import { TextInput } from "../input/text-input";
import { Field } from "./field";

it("ties label, help and error to the control", () => {
  const html = renderToStaticMarkup(
    <Field name="code" label="编码" help="字母与数字" error="请输入编码" required>
      <TextInput value="A" />
    </Field>,
  );
  expect(html).toContain('<label class="l" for="f-code">');
  expect(html).toMatch(/<input[^>]* name="code"[^>]* id="f-code"/);
  expect(html).toContain('aria-describedby="f-code-help f-code-err"');
  expect(html).toContain('aria-invalid="true"');
  expect(html).toContain('id="f-code-err">请输入编码');
  expect(html).toContain("（必填）");
});

it("names a group instead of labelling its first choice", () => {
  const html = renderToStaticMarkup(
    <Field name="state" label="状态" group>
      <RadioGroup options={[{ value: "1", label: "启用" }]} value="1" />
    </Field>,
  );
  expect(html).not.toContain('<label class="l"');
  expect(html).toContain('role="group" aria-labelledby="f-state-l"');
});

it("takes the prefix of its form, so that two forms of a page have their own ids", () => {
  const html = renderToStaticMarkup(
    <Form prefix="q-" idempotencyKey="k1">
      <Field name="code" label="编码">
        <TextInput />
      </Field>
    </Form>,
  );
  expect(html).toContain('for="q-code"');
  expect(html).toContain('name="_key" value="k1"');
});

it("disables everything of a form that is only read", () => {
  expect(renderToStaticMarkup(<Form readOnly>x</Form>)).toContain('<fieldset class="fields" disabled');
});
