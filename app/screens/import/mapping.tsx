import type { ImportFile } from "#documents/kit";
import { Button, LinkButton } from "~/ui/button/button";
import { Select } from "~/ui/choice/select";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { Field } from "~/ui/field/field";
import { Form } from "~/ui/form/form";
import type { ImportState } from "./state.server";

interface MappingProps {
  file: ImportFile;
  state: ImportState;
  action: string;
  backHref: string;
  label: string;
}

const SAMPLE = 24;
const short = (text: string) => (text.length > SAMPLE ? `${text.slice(0, SAMPLE)}…` : text);

/** Which column of the file fills which field; what the headings suggest is chosen already. */
export function MappingForm({ file, state, action, backHref, label }: MappingProps) {
  const options = file.headers.map((header, at) => ({
    value: String(at),
    label: `${letters(at)} ${header || "（无标题）"}`,
  }));
  const sampleOf = (at: number | undefined) =>
    at === undefined ? "" : short(file.samples.map((row) => row[at]).find(Boolean) ?? "");
  const used = new Set(Object.values(file.mapping));
  const spare = file.headers.filter((header, at) => header && !used.has(at));
  const missing = file.columns.filter((c) => c.required && file.mapping[c.key] === undefined);
  const errors = Object.fromEntries(
    Object.entries(state.errors ?? {}).map(([key, text]) => [`map.${key}`, text]),
  );
  return (
    <Form
      action={action}
      columns={3}
      data-quiet=""
      head={
        <>
          <input type="hidden" name="_action" value="import" />
          <ErrorSummary errors={errors} message={state.message} />
          <p role="status">
            文件有 {file.headers.length} 列，已按标题对应 {Object.keys(file.mapping).length} 个字段
            {missing.length > 0 &&
              `；还没有对应的必填字段：${missing.map((c) => c.label).join("、")}`}
            {spare.length > 0 && `；不会导入的列：${spare.join("、")}`}。
          </p>
        </>
      }
      footer={
        <>
          <LinkButton href={backHref}>重新上传文件</LinkButton>
          <Button tone="primary" name="step" value="check">
            检查
          </Button>
        </>
      }
    >
      {file.mayUpdate && (
        <Field
          name="existing"
          label={`已存在的${label}`}
          help="覆盖时只改文件里填写的列，空白单元格不改；明细以文件为准"
          span="all"
        >
          <Select
            placeholder={null}
            value={file.existing}
            options={[
              { value: "refuse", label: "报错，不导入" },
              { value: "update", label: "覆盖" },
            ]}
          />
        </Field>
      )}
      {file.columns.map(({ key, label: name, required, hint }) => {
        const at = file.mapping[key];
        const sample = sampleOf(at);
        const help = [sample && `例：${sample}`, hint].filter(Boolean).join("；");
        return (
          <Field
            key={key}
            name={`map.${key}`}
            label={name}
            required={required}
            help={help || undefined}
            error={errors[`map.${key}`]}
          >
            <Select
              placeholder="不导入"
              value={at === undefined ? "" : String(at)}
              options={options}
            />
          </Field>
        );
      })}
    </Form>
  );
}

/** Column of a spreadsheet by its letters: 0 → A, 26 → AA. */
function letters(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest ? letters(rest - 1) : "") + String.fromCharCode(65 + (at % 26));
}
