import type { DocumentType } from "#documents/kit";
import { LinkButton } from "~/ui/button/button";
import { MoreStyles } from "~/ui/more/more";
import { rowHref } from "../href";
import type { Options } from "../options.server";
import type { Parts } from "../parts";
import { titleOf } from "../resolve";
import type { Row } from "../row/row";
import { Sheet } from "./sheet";

export interface PrintState {
  rows: Row[];
  options: Options;
  /** A further page about one row, instead of the printed sheet. */
  page?: string;
  /** Name of the printed sheet. */
  name?: string;
  /** Which print it is, by row, where prints are counted. */
  counts?: Readonly<Record<string, number>>;
}

/** The part of a sheet that all rows share draws its own pages. */
function Together({ document, state: { rows, options, name, counts }, parts }: PrintPageProps) {
  const Own = parts.prints?.[name ?? ""];
  const [row] = rows;
  if (!Own || !row) return null;
  const most = Math.max(0, ...Object.values(counts ?? {}));
  return (
    <article className="paper a4">
      <Own {...{ document, row, rows, options }} />
      {most > 0 && <p className="copies">第{most}次打印</p>}
    </article>
  );
}

/** The one document that is printed, else the list. */
const back = (document: DocumentType, { rows: [row, ...more] }: PrintState) =>
  row && !more.length && document.screens.detail
    ? rowHref(document, "detail", row.id, document.screens.list)
    : document.screens.list;

interface PrintPageProps {
  document: DocumentType;
  state: PrintState;
  parts: Parts;
}

/** Sheets of `?ids=`, one page each; the browser prints what it shows. */
export function PrintPage({ document, state, parts }: PrintPageProps) {
  if (!state.rows.length)
    return (
      <section className="card">
        <h1>{titleOf(document, "print")}</h1>
        <p>
          请先在<a href={document.screens.list}>列表</a>里选择要打印的{document.label}。
        </p>
      </section>
    );
  return (
    <div className="papers">
      <MoreStyles />
      <div className="toolbar">
        <LinkButton href={back(document, state)}>返回</LinkButton>
        <button type="button" className="btn js-only" data-print="">
          打印
        </button>
      </div>
      {document.screens.prints?.[state.name ?? ""]?.together ? (
        <Together {...{ document, state, parts }} />
      ) : (
        state.rows.map((row) => (
          <Sheet
            key={row.id}
            options={state.options}
            page={state.page}
            name={state.name}
            count={state.counts?.[row.id]}
            {...{ document, row, parts }}
          />
        ))
      )}
    </div>
  );
}
