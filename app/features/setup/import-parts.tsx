import type { ReactNode } from "react";
import { Button, Empty, ErrorSummary, Field, Form, Table, type TableModel } from "~/ui";
import { FileInput } from "~/ui/input/pick-file";

interface ImportHistoryProps<R> {
  model: TableModel<R>;
  rows: readonly R[];
  /** Address of the page, and of what came of one file. */
  page: string;
  hrefOf: (id: string) => string;
}

/** Files of a company that were imported before. */
export function ImportHistory<R extends { id: string }>({ model, rows, page, hrefOf }: ImportHistoryProps<R>) {
  return (
    <section className="card">
      <header className="toolbar">
        <h2>导入记录</h2>
      </header>
      <Table
        model={model}
        rows={rows}
        rowKey={(row) => row.id}
        caption="导入记录"
        base={0}
        actions={(row) => [{ label: "查看", href: hrefOf(row.id) }]}
        actionsWidth={80}
        empty={<Empty href={page} />}
      />
    </section>
  );
}

interface ImportUploadProps {
  page: string;
  message: string | null;
  /** What the file holds and what becomes of it. */
  said: ReactNode;
  accept: string;
  /** Which files are taken. */
  help: string;
  /** What its button says. */
  label: string;
}

/** The form that takes one file in, with and without script. */
export function ImportUpload({ page, message, said, accept, help, label }: ImportUploadProps) {
  return (
    <Form
      action={page}
      encType="multipart/form-data"
      data-quiet=""
      head={
        <>
          <ErrorSummary errors={null} message={message} />
          <p>{said}</p>
        </>
      }
      footer={
        <Button tone="primary" name="_do" value="upload">
          {label}
        </Button>
      }
    >
      <Field name="file" label="文件" required help={help}>
        <FileInput accept={accept} />
      </Field>
    </Form>
  );
}
