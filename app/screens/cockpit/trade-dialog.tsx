import { ColumnChooser } from "~/ui/columns/column-chooser";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { withParams } from "~/ui/url";
import { Formulas } from "./formulas";
import type { Trade } from "./trade.server";
import { tradeTables } from "./trade-columns";

/** The dialog that the address opens. */
export function TradeDialog({ state, url }: { state: Trade; url: string }) {
  if (state.columns === "reset")
    return (
      <ConfirmDialog
        closeHref={withParams(url, { columns: 1 })}
        action={url}
        fields={{ _action: "columns", reset: "1" }}
      >
        确定清除表格本地样式，恢复默认样式吗？
      </ConfirmDialog>
    );
  if (state.columns)
    return (
      <ColumnChooser
        model={tradeTables[state.asked.by]}
        layout={state.layout}
        closeHref={url}
        action={url}
        resetHref={withParams(url, { columns: "reset" })}
      />
    );
  if (state.explains && state.info)
    return <Formulas formulas={state.info.formulas} closeHref={url} />;
  return null;
}
