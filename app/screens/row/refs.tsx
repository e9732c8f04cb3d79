import { documentNamed, isDeclared } from "#documents";
import { type FieldOf, labelName } from "#documents/kit";
import { DASH } from "~/text/plain";
import { rowHref } from "../href";

interface RefsProps {
  name: string;
  field: FieldOf<"ref"> | FieldOf<"refs">;
  row: Record<string, unknown>;
  opens?: ReadonlySet<string>;
}

/** Rows that a field names: as links for who may see them. */
export function Refs({ name, field, row, opens }: RefsProps) {
  const label = row[`$${name}`] ?? row[labelName(name)];
  const labels = (Array.isArray(label) ? label : [label]).filter(Boolean).map(String);
  if (!labels.length) return <>{DASH}</>;
  if (!opens?.has(field.to) || !isDeclared(field.to)) return <>{labels.join("、")}</>;
  const { screens } = documentNamed(field.to);
  const ids = [row[name]].flat().map(String);
  return (
    <>
      {labels.map((text, i) => (
        <span key={ids[i] ?? i}>
          {i > 0 && "、"}
          <a href={rowHref(documentNamed(field.to), "detail", ids[i] ?? "", screens.list)}>
            {text}
          </a>
        </span>
      ))}
    </>
  );
}
