import type { ReactNode } from "react";
import { documentNamed } from "#documents";
import { today } from "~/text/date";
import { TabLinks } from "~/ui/tab-links/tab-links";
import { paramsOf } from "~/ui/url";
import { closeHref } from "../href";
import { Kept } from "../kept.server";
import { PICKED } from "../picked";
import { ROWS_FORM } from "./actions";
import { Content, type ContentProps } from "./content";
import { Filters } from "./filters";
import { elsewhere } from "./picked-note";

interface ListProps extends ContentProps {
  /** An open dialog, or the results of a batch. */
  children?: ReactNode;
}

/** The list of any declared document: filters, tools, table, paging, dialogs in front. */
export function ListScreen(props: ListProps) {
  const { document, title, state, layout, views, view, children } = props;
  const url = closeHref(state.url);
  const { allowed, permissions, source } = state;
  const options = Object.values(state.options);
  const own = JSON.stringify([title, allowed, permissions, layout, views, view]);
  const content = <Content {...props} />;
  return (
    <div className="list">
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
      <Kept by={["filters", document, state.url, ...options]}>
        {() => <Filters {...{ document, state }} />}
      </Kept>
      <section className="card">
        <form id={ROWS_FORM} method="post">
          <input type="hidden" name="_key" value={state.key} />
          {paramsOf(url, [PICKED]).map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          {elsewhere(state).map((id) => (
            <input key={id} type="hidden" name="ids" value={id} />
          ))}
        </form>
        {state.inline || state.week ? (
          content
        ) : (
          <Kept by={["list", document, state.url, source, own, today(), ...options]}>
            {() => content}
          </Kept>
        )}
      </section>
      {children}
    </div>
  );
}
