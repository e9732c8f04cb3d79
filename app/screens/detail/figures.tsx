import { allFields, type DocumentType, type Field, type Figure } from "#documents/kit";
import { DASH, formatMoney } from "~/text";
import { type FigureTile, FigureTiles } from "~/ui/record/figure-tiles";
import type { OptionOptions } from "../frame/options.server";
import type { RowRow } from "../row/row";
import { isEmpty, isQuiet, labelOf } from "../row/said";
import { Value } from "../row/value";

interface FiguresProps {
  document: DocumentType;
  row: RowRow;
  options: OptionOptions;
}

/** Figures of a document that this person may read. */
const shownOf = ({ document, row }: Pick<FiguresProps, "document" | "row">) =>
  (document.glance?.figures ?? []).flatMap((figure) => {
    const field = allFields(document)[figure.field];
    // A list of amounts that is not there is one that this person may not read.
    const hidden = !(figure.field in row) || (field?.kind === "json" && row[figure.field] === null);
    return field && !hidden ? [{ figure, field }] : [];
  });

/** Fields that the tiles say: the facts need not say them again. */
export const figureFields = (document: DocumentType, row: RowRow): ReadonlySet<string> =>
  new Set(
    shownOf({ document, row }).flatMap(({ figure }) => [
      figure.field,
      ...[figure.of, figure.late].filter((name) => name !== undefined),
    ]),
  );

/** `{ currency, amount }` of each currency that there is. */
const amounts = (value: unknown): { currency: string; amount: string }[] => (Array.isArray(value) ? value : []);

function tileOf(figure: Figure, field: Field, { document, row, options }: FiguresProps): FigureTile {
  const { field: name, of, late } = figure;
  const fields = allFields(document);
  const value = row[name];
  const label = figure.label ?? labelOf(field);
  if (field.kind === "json") {
    const each = amounts(value).map((a) => formatMoney(a.amount, a.currency));
    return { key: name, label, value: each.join("　") || DASH, quiet: !each.length };
  }
  const whole = of ? fields[of] : undefined;
  const parts = of && whole && !isEmpty(row[of]);
  const word = late && !isEmpty(row[late]) ? fields[late] : undefined;
  return {
    key: name,
    label,
    quiet: isQuiet(field, value),
    value: <Value name={name} field={field} row={row} options={options[name]} />,
    ...(parts && {
      whole: <Value name={of} field={whole} row={row} options={options[of]} />,
      ratio: Number(row[of]) ? Number(value) / Number(row[of]) : null,
    }),
    ...(late && word && { late: <Value name={late} field={word} row={row} /> }),
  };
}

/** The few figures that matter, as tiles. */
export function Figures(props: FiguresProps) {
  const tiles = shownOf(props).map(({ figure, field }) => tileOf(figure, field, props));
  return tiles.length ? <FigureTiles label="主要数字" tiles={tiles} /> : null;
}
