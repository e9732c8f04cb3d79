import type { Example } from "../example";
import { Field } from "../field/field";
import { Form } from "../form/form";
import { Upload } from "./upload";

export const examples: readonly Example[] = [
  {
    title: "文件：最多3个，共20 MB；选择后立即上传",
    node: (
      <Form encType="multipart/form-data" action="/crud/examples">
        <Field name="attachments" label="附件" group>
          <Upload action="/crud/examples" value={[{ name: "示例合同.pdf", url: "/favicon.svg" }]} />
        </Field>
      </Form>
    ),
  },
  {
    title: "图片：最多99张",
    node: (
      <Form encType="multipart/form-data" action="/crud/examples" prefix="p-">
        <Field name="pictures" label="图片" group>
          <Upload action="/crud/examples" kind="picture-img" value={[{ name: "示例图片", url: "/favicon.svg" }]} />
        </Field>
      </Form>
    ),
  },
];
