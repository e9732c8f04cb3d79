import { allFields, type DocumentType, type Field, isFile } from "#documents/kit";
import { Card } from "~/ui/card/card";
import type { Row } from "../row/row";
import { isEmpty, labelOf } from "../row/said";
import { Value } from "../row/value";

const named = ({ document, row }: FilesProps): [string, Field][] =>
  Object.entries(allFields(document)).filter(
    ([name, f]) => isFile(f) && !f.hiddenIn?.includes("view") && !isEmpty(row[name]),
  );

interface FilesProps {
  document: DocumentType;
  row: Row;
}

/** How many files the header of the document names. */
export const filesIn = (props: FilesProps): number =>
  named(props).reduce((sum, [name]) => sum + [props.row[name]].flat().length, 0);

/** Files of the header, by the field that they stand in. */
export function Files(props: FilesProps) {
  const fields = named(props);
  if (!fields.length) return <p className="hint">暂无附件</p>;
  return (
    <>
      {fields.map(([name, field]) => (
        <Card key={name} title={labelOf(field)}>
          <Value name={name} field={field} row={props.row} />
        </Card>
      ))}
    </>
  );
}
