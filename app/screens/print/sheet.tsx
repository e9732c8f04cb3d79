import { Facts, LineTables } from "../detail/facts";
import type { PrintProps } from "../part-props";
import { parts } from "../parts";

/** One printed sheet of a document: its own, or facts and lines. `page`: a further page about the row. */
export function Sheet({ document, row, options, page }: PrintProps & { page?: string }) {
  const { print, pages, sheet = "a4" } = parts[document.name] ?? {};
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
