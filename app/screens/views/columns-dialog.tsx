import { MESSAGES } from "~/text";
import { ConfirmDialog, withParams } from "~/ui";
import { ColumnChooser, type ColumnChooserProps } from "~/ui/columns/column-chooser";

interface ColumnsDialogProps<Row> extends Pick<ColumnChooserProps<Row>, "model" | "layout" | "compact"> {
  /** The list without the dialog. */
  url: string;
  /** Asks whether to forget the layout, instead of showing the columns. */
  reset: boolean;
}

/** Columns of a table to choose from, or the question whether to forget the choice. */
export function ColumnsDialog<Row>({ model, layout, compact, url, reset }: ColumnsDialogProps<Row>) {
  if (reset)
    return (
      <ConfirmDialog
        closeHref={withParams(url, { columns: 1 })}
        action={url}
        fields={{ _action: "columns", reset: "1" }}
      >
        {MESSAGES.clearTableStyles}
      </ConfirmDialog>
    );
  return (
    <ColumnChooser
      model={model}
      layout={layout}
      compact={compact}
      closeHref={url}
      action={url}
      resetHref={withParams(url, { columns: "reset" })}
    />
  );
}
