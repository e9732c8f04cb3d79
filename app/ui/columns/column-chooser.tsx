import { Dialog } from "../dialog/dialog";
import { MoreStyles } from "../more/more";
import { choosable, isShown } from "../table/arrange";
import type { TableLayout } from "../table/column";
import type { TableModel } from "../table/model";

export interface ColumnChooserProps<Row> {
  model: TableModel<Row>;
  layout: TableLayout;
  /** Rows are low; where all rows are of one height this is not asked. */
  compact?: boolean;
  /** The list without the dialog. */
  closeHref: string;
  /** Where the layout is posted with `_action=columns`; the list's own URL. */
  action: string;
  /** The list asking whether to forget the layout (a ConfirmDialog). */
  resetHref: string;
}

/** Which columns a list shows, where, which stay in view, how wide: 1000 px, four to a row. */
export function ColumnChooser<Row>(props: ColumnChooserProps<Row>) {
  const { model, layout, compact, closeHref, action, resetHref } = props;
  const leaves = choosable(model, layout);
  return (
    <Dialog title="列显隐" size="wide" closeHref={closeHref}>
      <MoreStyles />
      <form className="form" method="post" action={action} data-quiet="">
        <input type="hidden" name="seen" value={leaves.map((l) => l.key).join(",")} />
        {compact !== undefined && (
          <fieldset className="density">
            <legend>行高</legend>
            {["标准", "紧凑"].map((label, i) => (
              <label key={label} className="tick">
                <input
                  type="radio"
                  name="density"
                  value={i ? "compact" : "normal"}
                  defaultChecked={compact === i > 0}
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
        <div className="columns">
          {leaves.map((leaf, place) => {
            const { key, column } = leaf;
            const fixed = layout[key]?.fixed ?? (column.fixed === true || column.fixed === "left");
            return (
              <fieldset key={key}>
                <legend className="sr">{column.label}</legend>
                <label className="tick">
                  <input type="checkbox" name="show" value={key} defaultChecked={isShown(leaf, layout)} />
                  {column.label}
                </label>
                <label className="tick hint">
                  <input type="checkbox" name="fix" value={key} defaultChecked={fixed} />
                  固定
                </label>
                <label className="hint">
                  第
                  <input
                    className="input short"
                    name={`order.${key}`}
                    inputMode="numeric"
                    maxLength={3}
                    defaultValue={place + 1}
                    aria-label={`${column.label}排第几列`}
                  />
                  列
                </label>
                <label className="hint">
                  宽
                  <input
                    className="input"
                    name={`width.${key}`}
                    inputMode="numeric"
                    maxLength={3}
                    defaultValue={layout[key]?.width}
                    placeholder="自动"
                  />
                </label>
              </fieldset>
            );
          })}
        </div>
        <div className="foot">
          <a className="btn" href={resetHref}>
            恢复默认
          </a>
          <button className="btn btn-primary" type="submit" name="_action" value="columns">
            保存
          </button>
        </div>
      </form>
    </Dialog>
  );
}
