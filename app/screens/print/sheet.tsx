import type { Parts, PrintProps } from "../parts";
import { Facts } from "../row/facts";
import { LineTables } from "../row/line-tables";

interface SheetProps extends PrintProps {
  parts: Parts;
  /** A further page about the row. */
  page?: string;
}

/** One printed sheet of a document: its own, or facts and lines. */
export function Sheet({ document, row, options, parts, page }: SheetProps) {
  const { print, pages, sheet = "a4" } = parts;
  const Own = page ? pages?.[page] : print;
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
    </article>
  );
}
