import type { DocumentType, Field } from "#documents/kit";
import { Alert, Button, FieldContext, MoreStyles, withParams } from "~/ui";
import { headPixels } from "~/ui/table/widths";
import { Control } from "../form/control";
import { ConfirmBox } from "../frame/confirmed";
import type { RowRow } from "../row/row";
import { headed } from "../row/told";
import { amountFields, isSame, saidText, typedFields } from "./cells";
import { changedRows, type OpenSheet, SHEET_FORM, wasName } from "./state";

interface OpenSheetProps {
  document: DocumentType;
  sheet: OpenSheet;
  /** The list as it is without its rows open. */
  url: string;
}

/** The form of the open rows, and what came of the last try; the inputs stand in the table. */
export function SheetForm({ sheet, url }: Pick<OpenSheetProps, "sheet" | "url">) {
  const rows = Object.entries(sheet.rows);
  return (
    <>
      <MoreStyles />
      {sheet.message && <Alert tone={sheet.tone}>{sheet.message}</Alert>}
      {!rows.length && <Alert>本页没有现在可以修改的行。</Alert>}
      <form
        id={SHEET_FORM}
        className="form"
        method="post"
        action={withParams(url, { sheet: 1 })}
        noValidate
        // Versions only grow: a draft of what was typed over others is told apart by their sum.
        data-version={rows.reduce((sum, [, { version }]) => sum + version, 0)}
      >
        <input type="hidden" name="_key" value={sheet.key} />
        {rows.map(([id, { version }]) => (
          <input key={id} type="hidden" name="_id" value={`${id}:${version}`} />
        ))}
      </form>
    </>
  );
}

/** Fields that are open in some row, in the order in which they are declared. */
function openFields(document: DocumentType, sheet: OpenSheet) {
  const open = new Set(Object.values(sheet.rows).flatMap(({ cells }) => Object.keys(cells)));
  return typedFields(document).filter(([name]) => open.has(name));
}

/** The line above the open rows: what was changed, how it is saved or left, amounts by percent. */
export function SheetTools(props: OpenSheetProps & { title: string }) {
  const { document, sheet, url, title } = props;
  const amounts = amountFields(openFields(document, sheet));
  const changed = changedRows(sheet, (name, { value, was }) => {
    const f = document.fields[name];
    return !!f && !isSame(f, value, was);
  });
  return (
    <header className="toolbar typing">
      <h1>{title}</h1>
      <span className="saves">
        <Button tone="primary" form={SHEET_FORM} name="_action" value="sheet">
          保存
        </Button>
        <a className="btn" href={url} data-fresh="">
          取消
        </a>
        <b role="status" data-changed="">
          {changed > 0 && `已改 ${changed} 行`}
        </b>
      </span>
      {amounts.length > 0 && (
        <span className="percent" role="group" aria-label="按百分比调整">
          <span className="wide-only">按百分比调整</span>
          <select
            className="input"
            form={SHEET_FORM}
            name="_adjust"
            defaultValue={sheet.adjust?.adjust}
            aria-label="调整的列"
          >
            {amounts.map(([name, f]) => (
              <option key={name} value={name}>
                {f.label}
              </option>
            ))}
          </select>
          <input
            className="input num"
            form={SHEET_FORM}
            name="_by"
            defaultValue={sheet.adjust?.by}
            inputMode="text"
            maxLength={10}
            placeholder="-3"
            autoComplete="off"
            aria-label="百分比"
          />
          %
          <Button form={SHEET_FORM} name="_action" value="propose">
            算出新值
          </Button>
        </span>
      )}
      <span className="hint js-only wide-only">回车、↑↓到同列的格子，可从表格整列粘贴</span>
      <span className="said" role="status" />
    </header>
  );
}

/** In px, for what is typed whole. */
const WIDTHS: Partial<Record<Field["kind"], number>> = {
  date: 124,
  datetime: 164,
  longtext: 180,
  int: 84,
  decimal: 90,
};
const USUAL = 120;

/** The cells of the open rows that can be typed into, and what is said of a row beside its name. */
export const sheetEdit = (document: DocumentType, sheet: OpenSheet) => ({
  names: openFields(document, sheet).map(([name]) => name),
  widths: new Map(
    openFields(document, sheet).map(([name, f]) => [name, Math.max(headPixels(headed(f)), WIDTHS[f.kind] ?? USUAL)]),
  ),
  cell(name: string, { id: rowId }: RowRow) {
    const field = document.fields[name];
    const row = sheet.rows[rowId];
    const cell = row?.cells[name];
    if (!field || !row || !cell) return undefined;
    const posted = `${rowId}.${name}`;
    const id = `s-${posted}`;
    const describedBy = cell.error && `${id}-err`;
    const label = `${row.label} ${field.label}`;
    const own = { name: posted, id, labelId: `${id}-l`, form: SHEET_FORM, label, invalid: !!cell.error, describedBy };
    const options = sheet.options[name];
    return (
      <>
        <FieldContext.Provider value={own}>
          <Control field={field} value={cell.value} options={options} />
        </FieldContext.Provider>
        <small className="was" hidden={isSame(field, cell.value, cell.was)}>
          原 {saidText(field, cell.was, options)}
          <input type="hidden" form={SHEET_FORM} name={wasName(posted)} value={cell.was} data-was="" />
        </small>
        {cell.error && (
          <p className="err" id={describedBy}>
            {cell.error}
          </p>
        )}
      </>
    );
  },
  note({ id }: RowRow) {
    const row = sheet.rows[id];
    if (!row?.message && !row?.question) return undefined;
    return (
      <>
        <p className="err">{row.message ?? row.question}</p>
        <ConfirmBox question={row.question} of={`${id}.`} form={SHEET_FORM} />
      </>
    );
  },
});
