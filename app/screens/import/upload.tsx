import { Button } from "~/ui/button/button";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { Field } from "~/ui/field/field";
import { Form } from "~/ui/form/form";
import { FileInput } from "~/ui/input/file-input";
import { importHref } from "./href";
import type { PageProps } from "./props";

export function UploadForm({ document, state, listUrl }: PageProps) {
  return (
    <Form
      action={importHref(listUrl)}
      encType="multipart/form-data"
      data-quiet=""
      head={
        <>
          <input type="hidden" name="_action" value="import" />
          <ErrorSummary errors={state.errors} message={state.message} />
          <p>
            先
            <a className="underline" href={`/export/${document.name}/import/template`}>
              下载{document.label}导入模板
            </a>
            ，填好后上传。第二张表“填写说明”写明每一列怎么填；用别的表格也可以，下一步再对应列。
          </p>
        </>
      }
      footer={
        <Button tone="primary" name="step" value="upload">
          上传
        </Button>
      }
    >
      <Field
        name="file"
        label="文件"
        required
        help="xlsx或csv，只读第一张表；最大5MB，最多5000行"
        error={state.errors?.file}
      >
        <FileInput accept=".xlsx,.csv,.tsv,.txt" />
      </Field>
    </Form>
  );
}
