import type { DocumentType } from "#documents/kit";
import { Alert, FieldContext, MoreStyles, type RowAction, withParams } from "~/ui";
import { Control } from "../form/control";
import { ConfirmBox } from "../frame/confirmed";
import type { RowRow } from "../row/row";
import type { Inline } from "./inline.server";

/** Id of the form that the inputs of an edited row belong to. */
const FORM = "inline";

/** The form of the edited row, and why its last try was refused; the inputs stand in the table. */
export function InlineForm({ inline, url }: { inline: Inline; url: string }) {
  return (
    <>
      <MoreStyles />
      {inline.message && <Alert tone="warning">{inline.message}</Alert>}
      <form id={FORM} method="post" action={withParams(url, { inline: inline.id })}>
        <input type="hidden" name="_key" value={inline.key} />
        <input type="hidden" name="id" value={inline.id} />
        <input type="hidden" name="version" value={inline.version} />
        <ConfirmBox question={inline.question} />
      </form>
    </>
  );
}

/** First click edits, second click saves. */
export const inlineActions = (url: string): RowAction[] => [
  { label: "保存", post: { form: FORM, name: "_action", value: "inline" } },
  { label: "取消", href: url },
];

/** The cells of the edited row that can be typed into. */
export const inlineEdit = (document: DocumentType, inline: Inline) => ({
  cell(name: string, { id: rowId }: RowRow) {
    const field = document.fields[name];
    if (rowId !== inline.id || !field || !inline.names.includes(name)) return undefined;
    const id = `i-${name}`;
    return (
      <>
        <label className="sr" htmlFor={id} id={`${id}-l`}>
          {field.label}
        </label>
        <FieldContext.Provider value={{ name, id, labelId: `${id}-l`, form: FORM, invalid: !!inline.errors?.[name] }}>
          <Control field={field} value={inline.values[name]} options={inline.options[name]} />
        </FieldContext.Provider>
      </>
    );
  },
});
