import type { ReactNode } from "react";
import type { Address } from "#documents/kit";
import { formatMoney, formatNumber, plainText, textOrDash } from "~/text";
import { Descriptions } from "~/ui";
import type { PrintProps } from "../parts";
import { Value } from "../row/value";

/** Whole pieces; nothing counts as 0. */
export const whole = (v: unknown) => formatNumber(plainText(v) || "0", 0);

/** An amount in its currency; nothing counts as 0. */
export const moneyOf = (amount: unknown, currency: unknown) =>
  formatMoney(plainText(amount) || "0", plainText(currency));

/** The word of a value that is one of these. */
export const wordIn = (words: Record<string, { label: string } | undefined>, value: unknown, none = "") =>
  words[plainText(value)]?.label ?? none;

interface SheetFactsProps<N extends string> {
  /** What the sheet is given. */
  of: PrintProps;
  names: readonly N[];
  /** Leaves others out. */
  keep?: (name: N) => boolean;
  columns?: 2 | 3;
}

/** Facts of the header by field name. */
export function SheetFacts<N extends string>({ of, names, keep = () => true, columns = 2 }: SheetFactsProps<N>) {
  const { document, row, options } = of;
  const items = names.flatMap((name) => {
    const field = document.fields[name];
    if (!field || !keep(name)) return [];
    return [
      {
        label: field.label,
        value: <Value name={name} field={field} row={row} options={options[name]} />,
        wide: field.wide,
      },
    ];
  });
  return <Descriptions columns={columns} items={items} />;
}

/** Head of a table of lines. */
export const Head = ({ words }: { words: readonly string[] }) => (
  <thead>
    <tr>
      {words.map((word) => (
        <th key={word}>{word}</th>
      ))}
    </tr>
  </thead>
);

/** A column of a table of lines: its word, what it says of a row, `num` for figures. */
export type PrintColumn<R> = readonly [word: string, cell: (row: R, at: number) => ReactNode, num?: "num"];

/** What is said over the whole width, below the lines. */
export const Sum = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr>
    <th colSpan={columns} scope="row" className="group">
      {children}
    </th>
  </tr>
);

/** The column that counts the rows. */
export const COUNTED = ["#", (_row: unknown, at: number) => at + 1] as const;

/** One thing below the other in a cell. */
export const below = (first: ReactNode, second: ReactNode) => (
  <>
    {first}
    <br />
    {second}
  </>
);

interface SheetTableProps<R> {
  columns: readonly PrintColumn<R>[];
  rows?: readonly R[];
  /** Rows above and below those of the lines. */
  before?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
  /** What is said below all of them, each over the whole width. */
  sums?: readonly ReactNode[];
}

/** A table of lines. */
export function SheetTable<R extends { id?: string }>({
  columns,
  rows = [],
  before,
  children,
  foot,
  sums = [],
}: SheetTableProps<R>) {
  return (
    <table>
      <Head words={columns.map(([word]) => word)} />
      <tbody>
        {before}
        {rows.map((row, i) => (
          <tr key={row.id ?? i}>
            {columns.map(([word, cell, num]) => (
              <td key={word} className={num}>
                {cell(row, i)}
              </td>
            ))}
          </tr>
        ))}
        {children}
        {sums.map((sum, i) => (
          <Sum key={i} columns={columns.length}>
            {sum}
          </Sum>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  );
}

/** The remark of the document, and a place to sign for each of these people. */
export function Closing({ row, signs }: Pick<PrintProps, "row"> & { signs: readonly string[] }) {
  return (
    <>
      {plainText(row.remark) && <p>备注：{plainText(row.remark)}</p>}
      <p className="signs">
        {signs.map((s) => (
          <span key={s}>{s}：__________</span>
        ))}
      </p>
    </>
  );
}

/** Who gets something where, whole; `none` where no address is known. */
export function AddressBlock({ to, none }: { to: Address | string | null | undefined; none: string }) {
  if (!to || typeof to !== "object") return <p>{none}</p>;
  const { name, phone, line1, line2, district, city, state, postcode, country } = to;
  const place = [district, city, state, postcode, country].filter(Boolean).join(" ");
  return (
    <p className="receiver">
      <b>{textOrDash(name)}</b>　{plainText(phone)}
      {[line1, line2, place].filter(Boolean).map((text) => (
        <span key={text}>
          <br />
          {text}
        </span>
      ))}
    </p>
  );
}
