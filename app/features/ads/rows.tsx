import { PAGE_SIZES } from "#documents/kit";
import { Empty } from "~/ui/empty/empty";
import { Pagination } from "~/ui/pagination/pagination";
import type { RowAction } from "~/ui/table/column";
import type { TableModel } from "~/ui/table/model";
import { Table } from "~/ui/table/table";
import { withParams } from "~/ui/url";
import type { AdsState } from "./load.server";

interface RowsProps<Row> {
  state: AdsState;
  url: string;
  model: TableModel<Row>;
  caption: string;
  page: { total: number; current: number; size: number };
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  foot?: Row;
  actions?: (row: Row) => readonly RowAction[];
  actionsWidth?: number;
}

/** A sorted, paged table of one part of the report. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { state, url, model, caption, page, rows, foot, actions } = props;
  const { orderBy, order } = state.params;
  return (
    <>
      <Table
        {...{ model, rows, caption, actions }}
        rowKey={props.rowKey}
        layout={state.layout}
        base={(page.current - 1) * page.size}
        actionsWidth={props.actionsWidth}
        foot={foot && rows.length ? [foot] : undefined}
        sort={{
          by: orderBy,
          descending: order === "desc",
          href: (key) => {
            const next = orderBy !== key ? "asc" : order === "asc" ? "desc" : null;
            return withParams(url, { orderBy: next && key, order: next, current: null });
          },
        }}
        empty={<Empty href={url} />}
      />
      <Pagination url={url} {...page} sizes={PAGE_SIZES} />
    </>
  );
}
