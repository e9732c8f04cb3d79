import { type Field, labelName } from "#documents/kit";
import { formatDateTime } from "~/text/date";
import { formatMoney, formatNumber } from "~/text/format";
import { flatten } from "~/ui/option";
import { Prose } from "~/ui/rich-text/prose";
import { Tag } from "~/ui/tag/tag";
import { namedHref } from "../href";
import type { Options } from "../options.server";
import { filesOf } from "./files";

const names = (row: Record<string, unknown>, name: string) => {
  const label = row[`$${name}`] ?? row[labelName(name)];
  return Array.isArray(label) ? label.join("、") : ((label as string | null) ?? "");
};

/** A field's value as a person reads it. */
export function Value(props: {
  name: string;
  field: Field;
  row: Record<string, unknown>;
  options?: Options[string];
}) {
  const { name, field: f, row, options } = props;
  if (f.kind === "ref" || f.kind === "refs") return <>{names(row, name) || "—"}</>;
  const value = row[name];
  if (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && !value.length)
  )
    return <>—</>;
  const text = String(value);
  const named = namedHref(f, row);
  if (named) return <a href={named}>{text}</a>;
  switch (f.kind) {
    case "enum": {
      const option = f.options[text];
      return option?.tone ? <Tag tone={option.tone}>{option.label}</Tag> : (option?.label ?? text);
    }
    case "dict":
      return <>{flatten(options ?? []).find((o) => o.value === text)?.label ?? text}</>;
    case "bool":
      return <>{value ? "是" : "否"}</>;
    case "money":
      return <>{formatMoney(text)}</>;
    case "percent":
      return (
        <>
          {text}
          {f.unit}
        </>
      );
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
      return <span className="pre">{text}</span>;
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
      return <>{text}</>;
  }
}
