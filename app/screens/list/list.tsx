import type { ReactNode } from "react";
import { documentNamed } from "#documents";
import {
  ARCHIVE_LABEL,
  DEFAULT_PAGE_SIZE,
  type DocumentType,
  importPermission,
  PAGE_SIZES,
} from "#documents/kit";
import { today } from "~/text/date";
import { Button, LinkButton } from "~/ui/button/button";
import { Empty } from "~/ui/empty/empty";
import { Pagination } from "~/ui/pagination/pagination";
import { ActionMenu } from "~/ui/popover/action-menu";
import { TabLinks } from "~/ui/tab-links/tab-links";
import { actionsWidth } from "~/ui/table/actions";
import type { TableLayout } from "~/ui/table/column";
import { Table } from "~/ui/table/table";
import { Toolbar } from "~/ui/toolbar/toolbar";
import { withParams } from "~/ui/url";
import { WeekView } from "../calendar/week";
import { addHref, archiveHref, closeHref } from "../href";
import { importHref } from "../import/href";
import type { Row } from "../row";
import { ROWS_FORM, rowActions } from "./actions";
import { tableOf, withLinks } from "./columns";
import { ActiveFilters, Filters } from "./filters";
import { headerFilters } from "./header-filters";
import { InlineForm, inlineEdit } from "./inline";
import type { ListState } from "./load.server";
import { toggled } from "./tree";

interface ListProps {
  document: DocumentType;
  title: string;
  state: ListState;
  layout: TableLayout;
  /** Saved views, as links. */
  views?: ReactNode;
  /** An open dialog, or the results of a batch. */
  children?: ReactNode;
}

function sortHref(state: ListState, url: string) {
  const { ascs, descs } = state.query;
  return (key: string) =>
    withParams(url, {
      current: null,
      ascs: ascs === key || descs === key ? null : key,
      descs: ascs === key ? key : null,
    });
}

/** Selected rows can be printed: one sheet for each. */
const printable = (document: DocumentType, allowed: readonly string[]) =>
  !!document.screens.print && allowed.includes("print");

/** Selected rows can be taken away as one zip. */
const packable = (document: DocumentType, allowed: readonly string[]) =>
  !!document.archive && allowed.includes("export");

/** Batch actions that stand beside each other; the rest goes below one button. */
const BATCH_SHOWN = 3;

function Tools({ document, title, state }: Omit<ListProps, "layout" | "views" | "children">) {
  const { allowed, url } = state;
  const batch = Object.entries(document.actions ?? {}).filter(
    ([name, a]) => a.batch && allowed.includes(name),
  );
  const beside = batch.length > BATCH_SHOWN ? BATCH_SHOWN - 1 : batch.length;
  const submitOf = (name: string) => ({
    ...{ form: ROWS_FORM, formMethod: "get", name: "do", value: name },
  });
  const clean = closeHref(url);
  const query = clean.split("?")[1];
  return (
    <Toolbar
      title={title}
      refreshHref={clean}
      columnsHref={withParams(clean, { columns: 1 })}
      viewsHref={withParams(clean, { views: 1 })}
      exportHref={
        allowed.includes("export")
          ? `/export/${document.name}${query ? `?${query}` : ""}`
          : undefined
      }
      importHref={
        document.import && state.permissions.includes(importPermission(document))
          ? importHref(clean)
          : undefined
      }
    >
      {allowed.includes("add") && (
        <LinkButton tone="primary" href={addHref(document, clean)}>
          新增
        </LinkButton>
      )}
      {document.calendar && (
        <LinkButton href={withParams(clean, { week: state.week ? null : today() })}>
          {state.week ? "列表" : "周历"}
        </LinkButton>
      )}
      {printable(document, allowed) && !state.week && (
        <Button
          form={ROWS_FORM}
          formMethod="get"
          formAction={document.screens.print}
          formTarget="_blank"
        >
          打印
        </Button>
      )}
      {packable(document, allowed) && !state.week && (
        <Button form={ROWS_FORM} formMethod="get" formAction={archiveHref(document)}>
          {ARCHIVE_LABEL}
        </Button>
      )}
      {batch.slice(0, beside).map(([name, a]) => (
        <Button key={name} {...submitOf(name)}>
          批量{a.label}
        </Button>
      ))}
      <ActionMenu
        id="batch-more"
        label="更多批量"
        items={batch.slice(beside).map(([name, a]) => ({
          ...{ key: name, label: `批量${a.label}` },
          submit: submitOf(name),
        }))}
      />
      {document.exportLines && allowed.includes("export") && (
        <LinkButton href={withParams(`/export/${document.name}?${query ?? ""}`, { lines: 1 })}>
          导出明细
        </LinkButton>
      )}
    </Toolbar>
  );
}

/** The list of any declared document: filters, tools, table, paging, dialogs in front. */
export function ListScreen({ document, title, state, layout, views, children }: ListProps) {
  const { query, tree, total } = state;
  const url = closeHref(state.url);
  const batch =
    printable(document, state.allowed) ||
    packable(document, state.allowed) ||
    Object.entries(document.actions ?? {}).some(
      ([name, a]) => a.batch && state.allowed.includes(name),
    );
  const model = tableOf(document);
  const hasSummary = model.leaves.some((l) => l.column.summary);
  const actionsOf = rowActions(document, state);
  const actions = new Map(state.rows.map((row) => [row.id, actionsOf(row)]));
  const width = actionsWidth(actions.values());
  const params = new URLSearchParams(url.split("?")[1]);
  return (
    <div className="list">
      {document.screens.tabs && (
        <TabLinks
          label={title}
          items={document.screens.tabs.map(documentNamed).map((d) => ({
            label: d.label,
            href: d.screens.list,
            current: d.name === document.name,
          }))}
        />
      )}
      <Filters {...{ document, state }} />
      <section className="card">
        <Tools {...{ document, title, state }} />
        {views}
        <ActiveFilters {...{ document, state }} />
        <form id={ROWS_FORM} method="post">
          <input type="hidden" name="_key" value={state.key} />
          {[...params].map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
        </form>
        {state.week ? (
          <WeekView {...{ document, url }} week={state.week} />
        ) : (
          <>
            {state.inline && <InlineForm inline={state.inline} url={url} />}
            <Table<Row>
              model={model}
              edit={state.inline && inlineEdit(document, state.inline)}
              rows={withLinks(document, state.rows, url, state.options)}
              rowKey={(row) => row.id}
              caption={title}
              layout={layout}
              base={tree ? undefined : (query.current - 1) * query.size}
              select={batch ? { name: "ids", form: ROWS_FORM } : undefined}
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
              totals={hasSummary ? (state.summary as never) : undefined}
              tree={
                tree && {
                  depth: (row) => tree[row.id]?.depth ?? 0,
                  open: (row) => tree[row.id]?.open,
                  href: (row) =>
                    withParams(url, {
                      open: toggled(params.get("open") ?? "", row.id, Object.keys(tree)),
                    }),
                }
              }
              empty={
                <Empty href={url}>
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
                current={query.current}
                size={query.size}
                sizes={PAGE_SIZES.includes(DEFAULT_PAGE_SIZE) ? PAGE_SIZES : undefined}
              />
            )}
          </>
        )}
      </section>
      {children}
    </div>
  );
}
