import { allFields, can, type Field as Declared, type DocumentType, isFile, labelName } from "#documents/kit";
import { Button, Card, Field, Form, Upload } from "~/ui";
import { filesOf } from "../row/files";
import type { RowRow } from "../row/row";
import { isEmpty, labelOf } from "../row/said";
import { Value } from "../row/value";

const named = ({ document, row }: FilesProps): [string, Declared][] =>
  Object.entries(allFields(document)).filter(
    ([name, f]) => isFile(f) && !f.hiddenIn?.includes("view") && !isEmpty(row[name]),
  );

interface FilesProps {
  document: DocumentType;
  row: RowRow;
}

/** How many files the header of the document names. */
export const filesIn = (props: FilesProps): number =>
  named(props).reduce((sum, [name]) => sum + [props.row[name]].flat().length, 0);

/** The field of every numbered document that its page can fill. */
export const ATTACHED = "attachments";

/** The common files of a document, changed where they stand. */
function AttachForm({ row, field, keyOfForm }: { row: RowRow; field: Declared; keyOfForm: string }) {
  return (
    <Form idempotencyKey={keyOfForm} encType="multipart/form-data" prefix="files-">
      <input type="hidden" name="_do" value="attach" />
      <input type="hidden" name="_id" value={`${row.id}:${row.version}`} />
      <Field name={ATTACHED} label={labelOf(field)} help="文件可以拖入或粘贴" group>
        <Upload
          action="/upload"
          value={filesOf(row[ATTACHED], row[labelName(ATTACHED)])}
          limit={isFile(field) ? field.max : undefined}
        />
      </Field>
      <p>
        <Button>保存附件</Button>
      </p>
    </Form>
  );
}

interface FilesPartProps extends FilesProps {
  permissions: readonly string[];
  keyOfForm: string;
}

/** Files of the header, by the field that they stand in; the common ones can be changed by who may edit. */
export function Files({ permissions, keyOfForm, ...props }: FilesPartProps) {
  const { document, row } = props;
  const field = allFields(document)[ATTACHED];
  const may = document.can?.edit !== false && can(new Set(permissions), document, "edit", row).ok && field;
  const fields = named(props).filter(([name]) => !may || name !== ATTACHED);
  if (!fields.length && !may) return <p className="hint">暂无附件</p>;
  return (
    <>
      {may && <AttachForm row={row} field={field} keyOfForm={keyOfForm} />}
      {fields.map(([name, one]) => (
        <Card key={name} title={labelOf(one)}>
          <Value name={name} field={one} row={row} />
        </Card>
      ))}
    </>
  );
}
