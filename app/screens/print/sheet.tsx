import type { Parts, PrintProps } from "../parts";
import { Facts } from "../row/facts";
import { LineTables } from "../row/line-tables";

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
