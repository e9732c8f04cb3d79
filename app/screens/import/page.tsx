import type { ImportFile } from "#documents/kit";
import { Button, ErrorSummary, Field, Form, LinkButton, Select, Steps } from "~/ui";
import { FileInput } from "~/ui/input/pick-file";
import { importHref } from "./href";
import type { PageProps } from "./props";
import { Result } from "./result";
import type { ImportState } from "./step.server";

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
function MappingForm({ file, state, action, backHref, label }: MappingProps) {
  const options = file.headers.map((header, at) => ({
    value: String(at),
    label: `${letters(at)} ${header || "（无标题）"}`,
  }));
  const sampleOf = (at: number | undefined) =>
    at === undefined ? "" : short(file.samples.map((row) => row[at]).find(Boolean) ?? "");
  const used = new Set(Object.values(file.mapping));
  const spare = file.headers.filter((header, at) => header && !used.has(at));
  const missing = file.columns.filter((c) => c.required && file.mapping[c.key] === undefined);
  const errors = Object.fromEntries(Object.entries(state.errors ?? {}).map(([key, text]) => [`map.${key}`, text]));
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
            {missing.length > 0 && `；还没有对应的必填字段：${missing.map((c) => c.label).join("、")}`}
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
            <Select placeholder="不导入" value={at === undefined ? "" : String(at)} options={options} />
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

function UploadForm({ document, state, listUrl }: PageProps) {
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

const STATIONS = ["上传文件", "对应列", "检查", "导入"];

/** Which station it is the turn of. */
function stationOf({ file, remap }: ImportState): number {
  if (!file) return 0;
  if (remap || file.status === "new") return 1;
  if (file.status === "done") return STATIONS.length;
  return file.status === "committing" || file.status === "checked" ? 3 : 2;
}

function ImportSteps({ state }: { state: ImportState }) {
  const at = stationOf(state);
  return (
    <Steps
      label="导入步骤"
      items={STATIONS.map((title, i) => ({
        title,
        current: i === at,
        off: i > at,
        state:
          i < at
            ? { label: "已完成", tone: "green" }
            : i === at
              ? { label: "进行中", tone: "blue" }
              : { label: "未开始", tone: "grey" },
      }))}
    />
  );
}

/** Brings rows in from a file, one station after the other; every station is a plain page. */
export function ImportPage(props: PageProps) {
  const { document, title, state, listUrl } = props;
  const { file } = state;
  const mapping = file && (state.remap || file.status === "new");
  return (
    <article className="list">
      <section className="card stations">
        <header className="toolbar">
          <h1>{title}</h1>
          {file && <span className="hint">{file.fileName}</span>}
          <span className="space" />
          <LinkButton href={listUrl}>返回列表</LinkButton>
        </header>
        <ImportSteps state={state} />
        {!file && <UploadForm {...props} />}
        {mapping && (
          <MappingForm
            file={file}
            state={state}
            action={importHref(listUrl, file.id)}
            backHref={importHref(listUrl)}
            label={document.label}
          />
        )}
        {file && !mapping && (
          <>
            <ErrorSummary errors={null} message={state.message} />
            <Result document={document} file={file} listUrl={listUrl} />
          </>
        )}
      </section>
    </article>
  );
}
