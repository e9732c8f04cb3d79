import type { DocumentType } from "#documents/kit";
import { Empty } from "~/ui/empty/empty";
import { Facts, LineTables } from "../detail/facts";
import type { Options } from "../options.server";
import { parts } from "../parts";
import type { Row } from "../row";

export interface PrintState {
  rows: Row[];
  options: Options;
  /** A further page about one row, instead of the printed sheet. */
  page?: string;
}

/** Sheets of `?ids=`, one page each; the browser prints what it shows. */
export function PrintPage({ document, state }: { document: DocumentType; state: PrintState }) {
  const { print, pages, sheet = "a4" } = parts[document.name] ?? {};
  const Sheet = state.page ? pages?.[state.page] : print;
  if (!state.rows.length) return <Empty href={document.screens.list} />;
  return (
    <div className="papers">
      {state.rows.map((row) => (
        <article key={row.id} className={`paper ${sheet}`}>
          {Sheet ? (
            <Sheet document={document} row={row} options={state.options} />
          ) : (
            <>
              <h1>
                {document.label} {String(row[document.display] ?? "")}
              </h1>
              <Facts document={document} row={row} options={state.options} />
              <LineTables document={document} row={row} />
            </>
          )}
        </article>
      ))}
    </div>
  );
}
