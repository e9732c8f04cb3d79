import { MoreStyles } from "../more/more";
import { type Arranged, arrange, isShown, NUMBER_WIDTH, ROOM, SELECT_WIDTH, stepped } from "./arrange";
import { Head } from "./head";
import type { TableProps } from "./props";
import { Body, bodyRow, cellText } from "./row";
import { farSums, type SumRow, summaryNode, sumRows, sumWidths, sumWords } from "./summary";
import { takenWidths } from "./widths";

/** The dense table of every list. A card per row on phones, by CSS alone. */
export function Table<Row>(props: TableProps<Row>) {
  const { model, rows, caption, layout = {}, base, select, sort, actions, empty } = props;
  const numbered = base !== undefined;
  const before = Number(!!select) + Number(numbered);
  const lead = (select ? SELECT_WIDTH : 0) + (numbered ? NUMBER_WIDTH : 0);
  const shown = model.leaves.filter((leaf) => isShown(leaf, layout));
  const sums = sumRows(shown, rows, props.sums ? "page" : props.totals, props.all);
  const beside = shown.some(({ column }) => column.fixed === "right");
  const actionsWidth = (beside ? stepped : Math.ceil)(props.actionsWidth ?? 160);
  const taken = props.edit ? undefined : takenWidths(shown, rows, cellText);
  const trail = actions ? actionsWidth : 0;
  const given = { lead, trail, least: sumWidths(sums), taken, room: props.room, sorted: sort?.by };
  const columns = arrange(model, layout, given);
  const width = columns.reduce((sum, c) => sum + c.width, lead + trail);
  if (!rows.length && empty) return <>{empty}</>;
  return (
    <section
      className={props.edit?.names ? "t typed" : "t"}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      {...(props.edit?.names && { "data-lines": "down", "data-typed": "", "data-max": rows.length })}
      data-cols={props.arranges ? columns.map((c) => c.key).join(",") : undefined}
    >
      {columns.some((c) => c.column.part || c.column.kind === "spark" || /\br[1-9]/.test(c.className ?? "")) && (
        <MoreStyles />
      )}
      <table width={width}>
        <colgroup>
          {select && <col width={SELECT_WIDTH} />}
          {numbered && <col width={NUMBER_WIDTH} />}
          {columns.map((c) => (
            <col key={c.key} width={c.auto ? undefined : c.width} />
          ))}
          {actions && <col width={actionsWidth} />}
        </colgroup>
        <Head
          model={model}
          columns={columns}
          sort={sort}
          filters={props.filters}
          typed={props.edit?.names}
          select={!!select}
          numbered={numbered}
          actions={!!actions}
        />
        <Body table={props} columns={columns} />
        {props.foot && <tfoot>{props.foot.map((row, i) => bodyRow(props, columns, row, i, "Σ"))}</tfoot>}
        {sums.length > 0 && (
          <Foot columns={columns} sums={sums} before={before} actions={!!actions} room={ROOM - lead - trail} />
        )}
      </table>
    </section>
  );
}

/** Rows of sums below the others. */
function Foot<Row>(props: {
  columns: readonly Arranged<Row>[];
  sums: readonly SumRow[];
  /** Cells before the first column. */
  before: number;
  actions: boolean;
  /** What these cells and the actions leave of the first sight. */
  room: number;
}) {
  const { columns, sums, before, actions, room } = props;
  // The label is wider than a number: it takes the first column along, where nothing is summed there.
  const along = before > 0 && !columns[0]?.column.summary ? 1 : 0;
  const far = before > 0 ? farSums(columns, room) : 0;
  return (
    <tfoot>
      {sums.map(({ label, cells }) => (
        <tr key={label}>
          {before > 0 && (
            <td className="l0" colSpan={before + along}>
              {label}
            </td>
          )}
          {far > along && <td colSpan={far - along}>{sumWords(columns, cells)}</td>}
          {columns.slice(Math.max(far, along)).map((c, i) => (
            <td key={c.key} className={c.className} data-l={c.column.summary && c.column.label}>
              {i === 0 && before === 0 ? label : summaryNode(cells[c.key])}
            </td>
          ))}
          {actions && <td className="r0" />}
        </tr>
      ))}
    </tfoot>
  );
}
