import { currencyOf, type Field, isMonth, monthSaid } from "#documents/kit";
import { formatDateTime } from "~/text/date";
import { formatMoney, formatNumber, scaleIn } from "~/text/format";
import { DASH } from "~/text/plain";
import { flatten } from "~/ui/option";
import { Prose } from "~/ui/rich-text/prose";
import { Tag } from "~/ui/tag/tag";
import { namedHref, numberParts } from "../href";
import type { Options } from "../options.server";
import { filesOf } from "./files";
import { NamedParts, Refs } from "./refs";
import { isEmpty } from "./said";

type Row = Record<string, unknown>;

interface ValueProps {
  name: string;
  field: Field;
  row: Row;
  options?: Options[string];
  /** The document that a line belongs to: amounts are in its currency. */
  head?: Row;
  /** The currency stands above it: the value has its decimals alone. */
  bare?: boolean;
  /** Documents that the person may see: references to their rows are links. */
  opens?: ReadonlySet<string>;
}

/** A number without decimals that say nothing. */
const trimmed = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

/** A field's value as a person reads it. */
export function Value({ name, field: f, row, options, head, bare, opens }: ValueProps) {
  if (f.kind === "ref" || f.kind === "refs") return <Refs {...{ name, field: f, row, opens }} />;
  const value = row[name];
  if (isEmpty(value)) return <>{DASH}</>;
  const text = String(value);
  const named = namedHref(f, row);
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
      const plain = trimmed(text);
      if (!currency || bare) return <>{f.unit ? `${plain} ${f.unit}` : plain}</>;
      return (
        <>
          {formatMoney(
            plain,
            currency,
            Math.max(scaleIn(currency), plain.split(".")[1]?.length ?? 0),
          )}
        </>
      );
    }
    case "percent":
      return <>{trimmed(text)}%</>;
    case "int":
      return (
        <>
          {formatNumber(text, 0)}
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
      return (value as string[]).map((v) => f.options[v]?.label ?? v).join("、");
    case "texts":
      return <span className="pre">{(value as string[]).join("\n")}</span>;
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
