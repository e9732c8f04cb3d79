import { LinkButton } from "~/ui/button/button";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { importHref } from "./href";
import { MappingForm } from "./mapping";
import type { PageProps } from "./props";
import { Result } from "./result";
import { ImportSteps } from "./steps";
import { UploadForm } from "./upload";

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
            <Result {...props} />
          </>
        )}
      </section>
    </article>
  );
}
