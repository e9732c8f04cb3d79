import { documentNamed, isDeclared } from "#documents";
import { currencyOf, type Field, type FieldOf, isMonth, labelName, monthSaid } from "#documents/kit";
import { DASH, formatDateTime, formatMoney, formatNumber, scaleIn } from "~/text";
import { Prose, Tag } from "~/ui";
import { flatten } from "~/ui/option";
import { type NamedPart, namedHref, numberParts, rowHref } from "../frame/href";
import type { OptionOptions } from "../frame/options.server";
import { filesOf } from "./files";
import { isEmpty } from "./said";

interface RefsProps {
  name: string;
  field: FieldOf<"ref"> | FieldOf<"refs">;
  row: Record<string, unknown>;
  opens?: ReadonlySet<string>;
}

/** Names beside each other, each a link where it leads somewhere. */
const NamedParts = ({ parts }: { parts: readonly NamedPart[] }) =>
  parts.map(({ text, href }, i) => (
    <span key={i}>
      {i > 0 && "、"}
      {href ? <a href={href}>{text}</a> : text}
    </span>
  ));

/** Rows that a field names: as links for who may see them. */
function Refs({ name, field, row, opens }: RefsProps) {
  const label = row[`$${name}`] ?? row[labelName(name)];
  const labels = (Array.isArray(label) ? label : [label]).filter(Boolean).map(String);
  if (!labels.length) return <>{DASH}</>;
  if (!opens?.has(field.to) || !isDeclared(field.to)) return <>{labels.join("、")}</>;
  const target = documentNamed(field.to);
  const ids = [row[name]].flat().map(String);
  const parts = labels.map((text, i) => ({ text, href: rowHref(target, "detail", ids[i] ?? "", target.screens.list) }));
  return <NamedParts parts={parts} />;
}

type ValueRow = Record<string, unknown>;

interface ValueProps {
  name: string;
  field: Field;
  row: ValueRow;
  options?: OptionOptions[string];
  /** The document that a line belongs to: amounts are in its currency. */
  head?: ValueRow;
  /** The currency stands above it: the value has its decimals alone. */
  bare?: boolean;
  /** Documents that the person may see: references to their rows are links. */
  opens?: ReadonlySet<string>;
}

/** A number without decimals that say nothing. */
const trimmed = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A number with the word that its field has for a minus. */
const minusSaid = ({ below }: { below?: string }, number: string) =>
  below ? number.replace("-", `${below} `) : number;

/** A field's value as a person reads it. */
export function Value({ name, field: f, row, options, head, bare, opens }: ValueProps) {
  if (f.kind === "ref" || f.kind === "refs") return <Refs name={name} field={f} row={row} opens={opens} />;
  const value = row[name];
  if (isEmpty(value)) return <>{DASH}</>;
  const text = String(value);
  const named = namedHref(f, row, opens);
  if (named) return <a href={named}>{text}</a>;
  if (f.kind === "text" && f.numbersOf) return <NamedParts parts={numberParts(f, value, opens)} />;
  switch (f.kind) {
    case "enum": {
      const option = f.options[text];
      return option?.tone ? <Tag tone={option.tone}>{option.label}</Tag> : (option?.label ?? text);
    }
    case "dict":
      return <>{flatten(options ?? []).find((o) => o.value === text)?.label ?? text}</>;
    case "bool":
      return <>{value ? "是" : "否"}</>;
    case "money": {
      const currency = currencyOf(f, row, head);
      return <>{formatMoney(text, bare ? "" : currency, scaleIn(currency))}</>;
    }
    case "decimal": {
      const currency = currencyOf(f, row, head);
      const plain = minusSaid(f, trimmed(text));
      if (!currency || bare) return <>{f.unit ? `${plain} ${f.unit}` : plain}</>;
      return <>{formatMoney(plain, currency, Math.max(scaleIn(currency), plain.split(".")[1]?.length ?? 0))}</>;
    }
    case "percent":
      return <>{trimmed(text)}%</>;
    case "int":
      return (
        <>
          {minusSaid(f, formatNumber(text, 0))}
          {f.unit && ` ${f.unit}`}
        </>
      );
    case "datetime":
      return <>{formatDateTime(text)}</>;
    case "richtext":
      // The backend sanitises on save (market.md §14.8); the policy of the page allows no script.
      return <Prose html={text} />;
    case "longtext":
      return <span className={f.codeLines ? "pre code" : "pre"}>{text}</span>;
    case "enums":
      return textsOf(value)
        .map((v) => f.options[v]?.label ?? v)
        .join("、");
    case "texts":
      return <span className="pre">{textsOf(value).join("\n")}</span>;
    case "json":
      return null;
    case "image":
    case "images":
      return (
        <>
          {filesOf(value).map((file) => (
            <a key={file.url} href={file.url} target="_blank" rel="noopener">
              <img className="thumb" src={file.url} alt={file.name} loading="lazy" />
            </a>
          ))}
        </>
      );
    case "files":
      return (
        <>
          {filesOf(value).map((file) => (
            <a key={file.url} href={file.url} target="_blank" rel="noopener">
              {file.name}{" "}
            </a>
          ))}
        </>
      );
    default:
      return <>{isMonth(f) ? monthSaid(text) : text}</>;
  }
}
