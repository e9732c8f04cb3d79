import type { ReactNode } from "react";
import { documentNamed } from "#documents";
import { cx } from "~/ui/cx";
import { TabLinks } from "~/ui/tab-links/tab-links";
import { paramsOf } from "~/ui/url";
import { Cached } from "../cached.server";
import { closeHref } from "../href";
import type { Parts } from "../parts";
import { PICKED } from "../picked";
import { ROWS_FORM } from "./actions";
import { Beside } from "./beside";
import { Content, type ContentProps } from "./content";
import { Filters, type FiltersProps, filterStateOf } from "./filters";
import { Gaps } from "./gaps";
import type { ListState } from "./load.server";
import { elsewhere } from "./picked-note";

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

const DrawnFilters = ({ name, ...props }: Drawn<FiltersProps>) => (
  <Filters {...props} document={documentNamed(name)} />
);

const DrawnContent = ({ name, ...props }: Drawn<ContentProps>) => (
  <Content {...props} document={documentNamed(name)} />
);

/** The list of any declared document: filters, tools, table, paging, dialogs in front. */
export function ListScreen(props: ListProps) {
  const { document, title, state, layout, views, view, compact, overview: Overview } = props;
  const { name } = document;
  const { url: at } = state;
  const { key, gaps, overview, ...content } = state;
  const url = closeHref(at);
  return (
    <div className={cx("list fit", compact && "compact", document.besideBy && "besides")}>
      {document.screens.tabs && (
        <TabLinks
          label={title}
          items={document.screens.tabs.map(documentNamed).map((d) => ({
            label: d.screens.titles?.list ?? d.label,
            href: d.screens.list,
            current: d.name === document.name,
          }))}
        />
      )}
      {Overview && overview && <Overview found={overview} url={url} />}
      <Cached draw={DrawnFilters} of={{ name, state: filterStateOf(document, state) }} />
      {gaps && <Gaps {...{ document, url }} found={gaps} />}
      {document.besideBy && <Beside {...{ document, state }} />}
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
        {state.inline || state.week ? (
          <Content {...{ document, title, layout, views, view }} state={content} />
        ) : (
          <Cached draw={DrawnContent} of={{ name, title, layout, views, view, state: content }} />
        )}
      </section>
      {props.children}
    </div>
  );
}
