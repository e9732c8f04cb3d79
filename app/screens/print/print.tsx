import { type DocumentType, papersOf } from "#documents/kit";
import { cx, LinkButton, MoreStyles, TabLinks, withParams } from "~/ui";
import { rowHref } from "../frame/href";
import type { OptionOptions } from "../frame/options.server";
import { titleOf } from "../frame/resolve";
import type { Parts, PrintProps } from "../parts";
import { Facts } from "../row/facts";
import { LineTables } from "../row/line-tables";
import type { RowRow } from "../row/row";
import { useFrame } from "../shell/frame";

interface SheetProps extends PrintProps {
  parts: Parts;
  /** A further page about the row. */
  page?: string;
  /** Name of the sheet. */
  name?: string;
  /** Which print of this row it is. */
  count?: number;
}

/** One printed sheet of a document: its own, or facts and lines. */
export function Sheet({ document, row, options, parts, page, name, count }: SheetProps) {
  const own = name ? document.screens.prints?.[name] : undefined;
  const sheet = (own ? own.sheet : parts.sheet) ?? "a4";
  const Own = page ? parts.pages?.[page] : own ? parts.prints?.[name ?? ""] : parts.print;
  return (
    <article className={`paper ${sheet}`}>
      {Own ? (
        <Own document={document} row={row} options={options} />
      ) : (
        <>
          <h1>
            {document.label} {String(row[document.display] ?? "")}
          </h1>
          <Facts document={document} row={row} options={options} />
          <LineTables document={document} row={row} options={options} />
        </>
      )}
      {count !== undefined && <p className="copies">第{count}次打印</p>}
    </article>
  );
}

export interface PrintState {
  rows: RowRow[];
  options: OptionOptions;
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
      <Own document={document} row={row} rows={rows} options={options} />
      {most > 0 && <p className="copies">第{most}次打印</p>}
    </article>
  );
}

/** The one document that is printed, else the list. */
const back = (document: DocumentType, { rows: [row, ...more] }: PrintState) =>
  row && !more.length && document.screens.detail
    ? rowHref(document, "detail", row.id, document.screens.list)
    : document.screens.list;

/** The papers on which the same is printed. */
function Papers({ document, state: { rows, name = "" } }: Omit<PrintPageProps, "parts">) {
  const papers = papersOf(document, name);
  const ids = rows.map(({ id }) => id).join(",");
  const items = papers.map(([paper, { path, paper: label, type }]) => ({
    label: label ?? paper,
    href: withParams(path, { ids, type }),
    current: paper === name,
  }));
  return papers.length > 1 && <TabLinks label="纸张" items={items} />;
}

interface PrintPageProps {
  document: DocumentType;
  state: PrintState;
  parts: Parts;
}

/** Sheets of `?ids=`, one page each; the browser prints what it shows. */
export function PrintPage({ document, state, parts }: PrintPageProps) {
  const { shell } = useFrame();
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
    <div className={cx("papers", shell?.demo && "demo")}>
      <MoreStyles />
      <div className="toolbar">
        <LinkButton href={back(document, state)}>返回</LinkButton>
        <button type="button" className="btn js-only" data-print="">
          打印
        </button>
        <Papers document={document} state={state} />
      </div>
      {document.screens.prints?.[state.name ?? ""]?.together ? (
        <Together document={document} state={state} parts={parts} />
      ) : (
        state.rows.map((row) => (
          <Sheet
            key={row.id}
            options={state.options}
            page={state.page}
            name={state.name}
            count={state.counts?.[row.id]}
            document={document}
            row={row}
            parts={parts}
          />
        ))
      )}
    </div>
  );
}
