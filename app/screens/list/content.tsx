import { DEFAULT_PAGE_SIZE, type DocumentType, filterNames, filtersOf, isBusiness, PAGE_SIZES } from "#documents/kit";
import { Empty, LinkButton, MoreStyles, Pagination, Table, type TableLayout, withParams } from "~/ui";
import { flatten } from "~/ui/option";
import { actionsWidth, WORDS } from "~/ui/table/actions";
import { ROOM } from "~/ui/table/arrange";
import { WeekView } from "../calendar/week";
import { addHref, closeHref, sheetHref, totalsHref } from "../frame/href";
import type { RowRow } from "../row/row";
import { SheetForm, SheetTools, sheetEdit } from "../sheet/sheet";
import type { ViewItem, ViewsProps } from "../views/item";
import { ROWS_FORM, rowActions } from "./actions";
import { tableOf, withLinks } from "./columns";
import { ActiveFilters, list, withoutFilters } from "./filters";
import { InlineForm, inlineEdit } from "./inline";
import type { ListContent } from "./load.server";
import { KeepPicked, PickedNote } from "./picked-note";
import { hasPicks, Tools } from "./tools";
import { toggled } from "./tree";

const AT_HEAD = 8;

/** Views at the head of a list: links, so that they work without script and open in new tabs. */
function ViewLinks({ views, chosen, url }: ViewsProps) {
  if (!views.length) return null;
  const shown = views.filter((v, i) => i < AT_HEAD || v.id === chosen);
  const all = {
    id: "",
    name: "全部",
    own: true,
    ownerName: null,
    href: withParams(url.split("?")[0] ?? url, { v: 0 }),
  };
  return (
    <ul className="active-filters" aria-label="视图">
      {[all, ...shown].map(({ id, name, href, own, ownerName }) => (
        <li key={id} className={id === (chosen ?? "") ? "tag blue" : "tag"}>
          <a href={href} aria-current={id === (chosen ?? "") ? "true" : undefined}>
            {name}
            {!own && <span className="hint"> 共享 · {ownerName}</span>}
          </a>
        </li>
      ))}
      {views.length > shown.length && (
        <li>
          <a href={withParams(url, { views: 1 })}>更多…</a>
        </li>
      )}
    </ul>
  );
}

/** Choices that headers offer where the declaration wants it: each link adds or takes away one. */
function headerFilters(document: DocumentType, state: ListContent) {
  const url = withParams(closeHref(state.url), { current: null });
  const found = filtersOf(document).flatMap(({ name, field, kind }) => {
    const options = state.options[name];
    const wanted = typeof field.column === "object" && field.column.filters;
    if (!wanted || kind !== "in" || !options) return [];
    const chosen = list(state.query[name]);
    const links = flatten(options).map(({ value, label }) => {
      const on = chosen.includes(value);
      const rest = chosen.filter((v) => v !== value);
      const next = on ? rest : field.filterOne ? [value] : [...chosen, value];
      return { label, chosen: on, href: withParams(url, { [name]: next.join(",") }) };
    });
    return [[name, links] as const];
  });
  return found.length ? Object.fromEntries(found) : undefined;
}

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

/** What a list of groups takes of the room for a table. */
const BESIDE = 198;

/** Columns before those of inputs: what a row is called, and its state. */
const BEFORE = 2.5;

/** What can be typed into is seen, and stands together in its width, whatever else a person chose to see. */
const allShown = (layout: TableLayout, widths: ReadonlyMap<string, number>): TableLayout => ({
  ...layout,
  ...Object.fromEntries(
    [...widths].map(([name, width], i) => [name, { width, hide: false, order: BEFORE + i / 1000 }]),
  ),
});

/** What stands in the card of a list. */
export function Content({ document, title, state, layout, views, view }: ContentProps) {
  const { query, tree, total, sheet } = state;
  const url = closeHref(state.url);
  const batch = hasPicks(document, state);
  const model = tableOf(document, state.masked);
  const hasSummary = model.leaves.some((l) => l.column.summary);
  const open = sheet && sheetEdit(document, sheet);
  const actionsOf = rowActions(document, state);
  const actions = new Map(state.rows.map((row) => [row.id, actionsOf(row)]));
  // The next step of a document is what its row is looked at for.
  const words = isBusiness(document) ? 2 : WORDS;
  const width = actionsWidth(actions.values(), words);
  const branches = new URLSearchParams(url.split("?")[1]).get("open") ?? "";
  return (
    <>
      {model.leaves.some((l) => l.column.signed) && <MoreStyles />}
      {sheet ? (
        <SheetTools document={document} title={title} sheet={sheet} url={url} />
      ) : (
        <Tools document={document} title={title} state={state} />
      )}
      <ViewLinks views={views} chosen={view} url={url} />
      <ActiveFilters document={document} state={state} />
      <PickedNote state={state} />
      {state.notes?.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
      {state.week ? (
        <WeekView document={document} url={url} week={state.week} />
      ) : (
        <>
          {sheet && <SheetForm sheet={sheet} url={url} />}
          {state.inline && <InlineForm inline={state.inline} url={url} />}
          <Table<RowRow>
            model={model}
            edit={open ?? (state.inline && inlineEdit(document, state.inline))}
            rows={withLinks(document, state.rows, url, state)}
            rowKey={(row) => row.id}
            caption={title}
            layout={open ? allShown(layout, open.widths) : layout}
            arranges={!view && !sheet}
            base={tree ? undefined : (query.current - 1) * query.size}
            select={batch && !sheet ? { name: "ids", form: ROWS_FORM, chosen: state.picked } : undefined}
            sort={
              tree || sheet
                ? undefined
                : { by: query.ascs || query.descs, descending: !!query.descs, href: sortHref(state, url) }
            }
            filters={sheet ? undefined : headerFilters(document, state)}
            actions={width && !sheet ? (row) => actions.get(row.id) ?? [] : undefined}
            actionsWidth={width}
            actionWords={words}
            room={document.list?.beside ? ROOM - BESIDE : ROOM}
            totals={hasSummary && !state.rough ? (state.summary as never) : undefined}
            sums={hasSummary && state.rough}
            all={total === state.rows.length}
            tree={
              tree && {
                depth: (row) => tree[row.id]?.depth ?? 0,
                open: (row) => tree[row.id]?.open,
                href: (row) => withParams(url, { open: toggled(branches, row.id, Object.keys(tree)) }),
              }
            }
            empty={
              <Empty href={url}>
                {filterNames(document).some((name) => query[name]) ? (
                  <LinkButton href={withoutFilters(document, url)}>清除全部条件</LinkButton>
                ) : (
                  document.list?.from && <p>{document.list.from}</p>
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
          ) : total === 0 ? null : (
            <Pagination
              url={sheet ? sheetHref(url) : url}
              total={total}
              exactHref={state.rough ? totalsHref(url) : undefined}
              current={query.current}
              size={query.size}
              sizes={PAGE_SIZES.includes(DEFAULT_PAGE_SIZE) ? PAGE_SIZES : undefined}
            >
              {batch && !sheet && total > query.size && <KeepPicked />}
            </Pagination>
          )}
        </>
      )}
    </>
  );
}
