import { documentNamed, isDeclared } from "#documents";
import { type FieldOf, labelName } from "#documents/kit";
import { DASH } from "~/text/plain";
import { type NamedPart, rowHref } from "../href";

interface RefsProps {
  name: string;
  field: FieldOf<"ref"> | FieldOf<"refs">;
  row: Record<string, unknown>;
  opens?: ReadonlySet<string>;
}

/** Names beside each other, each a link where it leads somewhere. */
export const NamedParts = ({ parts }: { parts: readonly NamedPart[] }) =>
  parts.map(({ text, href }, i) => (
    <span key={i}>
      {i > 0 && "、"}
      {href ? <a href={href}>{text}</a> : text}
    </span>
  ));

/** Rows that a field names: as links for who may see them. */
export function Refs({ name, field, row, opens }: RefsProps) {
  const label = row[`$${name}`] ?? row[labelName(name)];
  const labels = (Array.isArray(label) ? label : [label]).filter(Boolean).map(String);
  if (!labels.length) return <>{DASH}</>;
  if (!opens?.has(field.to) || !isDeclared(field.to)) return <>{labels.join("、")}</>;
  const target = documentNamed(field.to);
  const ids = [row[name]].flat().map(String);
  const parts = labels.map((text, i) => ({
    text,
    href: rowHref(target, "detail", ids[i] ?? "", target.screens.list),
  }));
  return <NamedParts parts={parts} />;
}
