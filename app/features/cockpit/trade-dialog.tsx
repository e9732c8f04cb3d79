import { ColumnsDialog } from "~/screens/views/columns-dialog";
import { Formulas } from "./formulas";
import type { Trade } from "./trade.server";
import { tradeTables } from "./trade-columns";

/** The dialog that the address opens. */
export function TradeDialog({ state, url }: { state: Trade; url: string }) {
  if (state.columns)
    return (
      <ColumnsDialog
        model={tradeTables[state.query.by]}
        layout={state.layout}
        url={url}
        reset={state.columns === "reset"}
      />
    );
  if (state.explains && state.info)
    return <Formulas formulas={state.info.formulas} closeHref={url} />;
  return null;
}
