import type { DocumentType } from "#documents/kit";
import { DEFAULT_PAGE_SIZE, filterNames, PAGE_SIZES } from "#documents/kit";
import { LinkButton } from "~/ui/button/button";
import { Empty } from "~/ui/empty/empty";
import { MoreStyles } from "~/ui/more/more";
import { Pagination } from "~/ui/pagination/pagination";
import { actionsWidth } from "~/ui/table/actions";
import type { TableLayout } from "~/ui/table/column";
import { Table } from "~/ui/table/table";
import { withParams } from "~/ui/url";
import { WeekView } from "../calendar/week";
import { addHref, closeHref, totalsHref } from "../href";
import type { Row } from "../row/row";
import type { ViewItem } from "../views/item";
import { ViewLinks } from "../views/links";
import { ROWS_FORM, rowActions } from "./actions";
import { tableOf, withLinks } from "./columns";
import { ActiveFilters, withoutFilters } from "./filters";
import { headerFilters } from "./header-filters";
import { InlineForm, inlineEdit } from "./inline";
import type { ListContent } from "./load.server";
import { KeepPicked, PickedNote } from "./picked-note";
import { StateTabs } from "./states";
import { bulkEditable, filable, packable, printable, Tools } from "./tools";
import { toggled } from "./tree";

export interface ContentProps {
  document: DocumentType;
  title: string;
  state: ListContent;
  layout: TableLayout;
  /** Saved views, and the one that is shown. */
  views: readonly ViewItem[];
  view?: string;
}

function sortHref(state: ListContent, url: string) {
  const { ascs, descs } = state.query;
  return (key: string) =>
    withParams(url, {
      current: null,
      ascs: ascs === key || descs === key ? null : key,
      descs: ascs === key ? key : null,
    });
}

/** What stands in the card of a list. */
export function Content({ document, title, state, layout, views, view }: ContentProps) {
  const { query, tree, total } = state;
  const url = closeHref(state.url);
  const batch =
    printable(document, state.allowed) ||
    packable(document, state.allowed) ||
    filable(document, state.permissions) ||
    bulkEditable(document, state.allowed) ||
    Object.entries(document.actions ?? {}).some(
      ([name, a]) => a.batch && state.allowed.includes(name),
    );
  const model = tableOf(document, state.masked);
  const hasSummary = model.leaves.some((l) => l.column.summary);
  const actionsOf = rowActions(document, state);
  const actions = new Map(state.rows.map((row) => [row.id, actionsOf(row)]));
  const width = actionsWidth(actions.values());
  const open = new URLSearchParams(url.split("?")[1]).get("open") ?? "";
  return (
    <>
      {model.leaves.some((l) => l.column.signed) && <MoreStyles />}
      <Tools {...{ document, title, state }} />
      <StateTabs {...{ document, title, state }} />
      <ViewLinks views={views} chosen={view} url={url} />
      <ActiveFilters {...{ document, state }} />
      <PickedNote state={state} />
      {state.notes?.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
      {state.week ? (
        <WeekView {...{ document, url }} week={state.week} />
      ) : (
        <>
          {state.inline && <InlineForm inline={state.inline} url={url} />}
          <Table<Row>
            model={model}
            edit={state.inline && inlineEdit(document, state.inline)}
            rows={withLinks(document, state.rows, url, state)}
            rowKey={(row) => row.id}
            caption={title}
            layout={layout}
            arranges={!view}
            base={tree ? undefined : (query.current - 1) * query.size}
            select={batch ? { name: "ids", form: ROWS_FORM, chosen: state.picked } : undefined}
            sort={
              tree
                ? undefined
                : {
                    by: query.ascs || query.descs,
                    descending: !!query.descs,
                    href: sortHref(state, url),
                  }
            }
            filters={headerFilters(document, state)}
            actions={width ? (row) => actions.get(row.id) ?? [] : undefined}
            actionsWidth={width}
            totals={hasSummary && !state.rough ? (state.summary as never) : undefined}
            sums={hasSummary && state.rough}
            tree={
              tree && {
                depth: (row) => tree[row.id]?.depth ?? 0,
                open: (row) => tree[row.id]?.open,
                href: (row) =>
                  withParams(url, {
                    open: toggled(open, row.id, Object.keys(tree)),
                  }),
              }
            }
            empty={
              <Empty href={url}>
                {filterNames(document).some((name) => query[name]) && (
                  <LinkButton href={withoutFilters(document, url)}>清除全部条件</LinkButton>
                )}
                {state.allowed.includes("add") && (
                  <LinkButton tone="primary" href={addHref(document, url)}>
                    新增{document.label}
                  </LinkButton>
                )}
              </Empty>
            }
          />
          {tree ? (
            <p className="pager">
              共 {total} 条<a href={withParams(url, { open: "all" })}>全部展开</a>
              <a href={withParams(url, { open: null })}>全部收起</a>
            </p>
          ) : (
            <Pagination
              url={url}
              total={total}
              exactHref={state.rough ? totalsHref(url) : undefined}
              current={query.current}
              size={query.size}
              sizes={PAGE_SIZES.includes(DEFAULT_PAGE_SIZE) ? PAGE_SIZES : undefined}
            >
              {batch && total > query.size && <KeepPicked />}
            </Pagination>
          )}
        </>
      )}
    </>
  );
}
