import { MoreStyles } from "../more/more";
import { type Arranged, arrange, NUMBER_WIDTH, SELECT_WIDTH, stepped } from "./arrange";
import { Head } from "./head";
import type { TableProps } from "./props";
import { Body, bodyRow } from "./row";
import { summarize, summaryText, type Totals } from "./summary";

/** The dense table of every list. A card per row on phones, by CSS alone. */
export function Table<Row>(props: TableProps<Row>) {
  const { model, rows, caption, layout = {}, base, select, sort, actions, totals, empty } = props;
  const numbered = base !== undefined;
  const lead = (select ? SELECT_WIDTH : 0) + (numbered ? NUMBER_WIDTH : 0);
  const actionsWidth = stepped(props.actionsWidth ?? 160);
  const columns = arrange(model, layout, lead, actions ? actionsWidth : 0);
  const width = columns.reduce((sum, c) => sum + c.width, lead + (actions ? actionsWidth : 0));
  if (!rows.length && empty) return <>{empty}</>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="t" aria-label={caption} tabIndex={0}>
      {columns.some((c) => c.column.part || /\br[1-9]/.test(c.className ?? "")) && <MoreStyles />}
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
          select={!!select}
          numbered={numbered}
          actions={!!actions}
        />
        <Body table={props} columns={columns} />
        {props.foot && (
          <tfoot>{props.foot.map((row, i) => bodyRow(props, columns, row, i, "Σ"))}</tfoot>
        )}
        {totals && <Foot {...{ columns, totals, lead, rows }} actions={!!actions} />}
      </table>
    </section>
  );
}

/** Two summary rows: what is on this page, and the whole filtered set. */
function Foot<Row>(props: {
  columns: readonly Arranged<Row>[];
  totals: Totals;
  lead: number;
  rows: readonly Row[];
  actions: boolean;
}) {
  const { columns, totals, lead, rows, actions } = props;
  const before = (lead % NUMBER_WIDTH !== 0 ? 1 : 0) + (lead >= NUMBER_WIDTH ? 1 : 0);
  const page = (c: Arranged<Row>) =>
    // Who may not read a column gets no sum of it either: not of the page, where nothing stands.
    // Sums by currency stand for the whole alone.
    c.column.summary &&
    totals[c.key] !== undefined &&
    totals[c.key] !== null &&
    c.column.summary !== "currency"
      ? summarize(c.column.summary, rows.map(c.read))
      : null;
  const lines = [
    { label: "Σ 本页", of: page },
    { label: "Σ 全部", of: (c: Arranged<Row>) => totals[c.key] },
  ];
  return (
    <tfoot>
      {lines.map(({ label, of }) => (
        <tr key={label}>
          {before > 0 && (
            <td className="l0" colSpan={before}>
              {label}
            </td>
          )}
          {columns.map((c, i) => (
            <td key={c.key} className={c.className} data-l={c.column.summary && c.column.label}>
              {i === 0 && before === 0 ? label : summaryText(c.column.summary, of(c))}
            </td>
          ))}
          {actions && <td className="r0" />}
        </tr>
      ))}
    </tfoot>
  );
}
