import type { Address } from "#documents/kit";
import { formatNumber } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";
import type { PrintProps } from "../parts";
import { Value } from "../row/value";

/** A value as text, nothing as nothing. */

/** Whole pieces; nothing counts as 0. */
export const whole = (v: unknown) => formatNumber(plainText(v) || "0", 0);

/** Facts of the header by field name, for a description; `keep` leaves others out. */
export const factsOf = (
  { document, row, options }: PrintProps,
  names: readonly string[],
  keep: (name: string) => boolean = () => true,
) =>
  names.flatMap((name) => {
    const field = document.fields[name];
    if (!field || !keep(name)) return [];
    return [
      {
        label: field.label,
        value: <Value {...{ name, field, row }} options={options[name]} />,
        wide: field.wide,
      },
    ];
  });

/** Head of a table of lines. */
export function Head({ words }: { words: readonly string[] }) {
  return (
    <thead>
      <tr>
        {words.map((w) => (
          <th key={w}>{w}</th>
        ))}
      </tr>
    </thead>
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
export function AddressBlock({ to, none }: { to: Address | null | undefined; none: string }) {
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
