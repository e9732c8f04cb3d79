import type { ReactNode } from "react";
import { documentNamed } from "#documents";
import type { DocumentType, GapsFound } from "#documents/kit";
import { Card, cx, MoreStyles, paramsOf, withParams } from "~/ui";
import type { UiOption } from "~/ui/option";
import { addHref, closeHref } from "../frame/href";
import { PICKED } from "../frame/picked";
import type { Parts } from "../parts";
import { Cached } from "../shell/cached.server";
import { ROWS_FORM } from "./actions";
import { Content, type ContentProps } from "./content";
import { Filters, type FiltersProps, filterStateOf } from "./filters";
import type { ListState } from "./load.server";
import { elsewhere } from "./picked-note";

/** Rows that a list lacks, above it: each has a link to a form filled in. */
function Gaps({ document, found, url }: { document: DocumentType; found: GapsFound; url: string }) {
  const { list: { gaps } = {} } = document;
  if (!gaps || !found.total) return null;
  const add = addHref(document, closeHref(url));
  return (
    // Not itself a card of the list, which would take the height that its rows want.
    <div className="gaps">
      <MoreStyles />
      <Card
        title={`${gaps.label}（${found.total}）`}
        extra={found.total > found.rows.length && <a href={withParams(url, { gaps: "all" })}>全部显示</a>}
      >
        <ul aria-label={gaps.label}>
          {found.rows.map(({ texts: [name = "", ...said], values }) => (
            <li key={name + said.join()}>
              <b>{name}</b>
              {said.map((text) => (
                <span key={text}>{text}</span>
              ))}
              <a href={withParams(add, values)} aria-label={`${gaps.button} ${name}`}>
                {gaps.button}
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** An option with all that is below it, as a filter names them. */
const branch = ({ value, children = [] }: UiOption): string => [value, ...children.map(branch)].join(",");

/** The tree that the rows stand in, left of the list; a branch shows its rows and those below it. */
function Beside({ document, state }: { document: DocumentType; state: ListState }) {
  const name = document.list?.beside;
  const options = name === undefined ? undefined : state.options[name];
  if (name === undefined || !options?.length) return null;
  const label = document.fields[name]?.label ?? "";
  const chosen = String(state.query[name] ?? "");
  const url = withParams(closeHref(state.url), { current: null });
  const link = (value: string, text: string) => (
    <a href={withParams(url, { [name]: value || null })} aria-current={chosen === value ? "page" : undefined}>
      {text}
    </a>
  );
  const items = (some: readonly UiOption[]) =>
    some.map((option) => (
      <li key={option.value}>
        {link(branch(option), option.label)}
        {!!option.children?.length && <ul>{items(option.children)}</ul>}
      </li>
    ));
  return (
    <nav className="card beside" aria-label={label}>
      <MoreStyles />
      <ul>
        <li>{link("", `全部${label}`)}</li>
        {items(options)}
      </ul>
    </nav>
  );
}

interface ListProps extends Omit<ContentProps, "state"> {
  state: ListState;
  /** Rows are low. */
  compact?: boolean;
  /** Draws the figures above it. */
  overview?: Parts["overview"];
  /** An open dialog, or the results of a batch. */
  children?: ReactNode;
}

// Drawn once for all who see the same: the declaration comes by its name, everything else as data.
type Drawn<P> = Omit<P, "document"> & { name: string };

const DrawnFilters = ({ name, ...props }: Drawn<FiltersProps>) => <Filters {...props} document={documentNamed(name)} />;

const DrawnContent = ({ name, ...props }: Drawn<ContentProps>) => <Content {...props} document={documentNamed(name)} />;

/** The list of any declared document: filters, tools, table, paging, dialogs in front. */
export function ListScreen(props: ListProps) {
  const { document, title, state, layout, views, view, compact, overview: Overview } = props;
  const { name } = document;
  const { url: at } = state;
  const { key, gaps, overview, ...content } = state;
  const url = closeHref(at);
  return (
    <div className={cx("list fit", compact && "compact", document.list?.beside && "besides")}>
      {Overview && overview && <Overview found={overview} url={url} />}
      <Cached draw={DrawnFilters} of={{ name, state: filterStateOf(document, state) }} />
      {gaps && <Gaps document={document} url={url} found={gaps} />}
      {document.list?.beside && <Beside document={document} state={state} />}
      <section className="card">
        <form id={ROWS_FORM} method="post">
          <input type="hidden" name="_key" value={key} />
          {paramsOf(url, [PICKED]).map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          {elsewhere(state).map((id) => (
            <input key={id} type="hidden" name="ids" value={id} />
          ))}
        </form>
        {state.inline || state.sheet || state.week ? (
          <Content document={document} title={title} layout={layout} views={views} view={view} state={content} />
        ) : (
          <Cached draw={DrawnContent} of={{ name, title, layout, views, view, state: content }} />
        )}
      </section>
      {props.children}
    </div>
  );
}
