import { closeHref } from "~/screens/href";
import { ColumnsDialog } from "~/screens/views/columns-dialog";
import { ActiveFilters } from "~/ui/filter/filter-form";
import { TabLinks } from "~/ui/tab-links/tab-links";
import { Toolbar } from "~/ui/toolbar/toolbar";
import { withParams } from "~/ui/url";
import { activeFilters } from "./active";
import { ChangePart, KeywordPart } from "./changes";
import { CloudPart } from "./cloud";
import { tableOf } from "./columns";
import { ComparedPart } from "./compared";
import { AdFilters } from "./filters";
import { fileHref, partHref } from "./href";
import { ListingPart } from "./listing";
import type { AdData, AdsState } from "./load.server";
import { AD_PARTS } from "./parts";
import { Periods } from "./periods";
import { FORM_NAMES, LINK_NAMES } from "./query";
import { ReportPart } from "./report";

const NO_FILTERS = Object.fromEntries(
  [...FORM_NAMES, ...LINK_NAMES, "flag", "quick"]
    .filter((name) => name !== "startDate" && name !== "endDate")
    .map((name) => [name, null]),
);

/** The advertising report: one filter form, six parts (market.md 6.3). */
export function AdsPage({ state }: { state: AdsState }) {
  const { part, data } = state;
  const url = closeHref(state.url);
  const model = tableOf(part);
  return (
    <div className="list">
      <TabLinks
        label="广告报表"
        items={Object.entries(AD_PARTS).map(([key, { label }]) => ({
          label,
          href: partHref(url, key as keyof typeof AD_PARTS),
          current: key === part,
        }))}
      />
      <AdFilters state={state} url={url} />
      <section className="card">
        <Toolbar
          title={AD_PARTS[part].label}
          refreshHref={url}
          exportHref={state.mayExport && data ? fileHref(url, part) : undefined}
          columnsHref={model && withParams(url, { columns: 1 })}
          lead={data && <Periods state={state} url={url} />}
        />
        <ActiveFilters
          items={activeFilters(state, url)}
          clearHref={withParams(url, { ...NO_FILTERS, current: null })}
        />
        {data && (
          <div className="list">
            <Part {...{ state, url, data }} />
          </div>
        )}
      </section>
      {state.columns && model && (
        <ColumnsDialog
          {...{ model, url }}
          layout={state.layout}
          reset={state.columns === "reset"}
        />
      )}
    </div>
  );
}

function Part({ data, ...rest }: { state: AdsState; url: string; data: AdData }) {
  switch (data.part) {
    case "report":
      return <ReportPart {...rest} answer={data.answer} />;
    case "compared":
      return <ComparedPart {...rest} answer={data.answer} />;
    case "listing":
      return <ListingPart {...rest} answer={data.answer} />;
    case "change":
      return <ChangePart {...rest} answer={data.answer} />;
    case "keyword":
      return <KeywordPart {...rest} answer={data.answer} />;
    case "wordcloud":
      return <CloudPart {...rest} answer={data.answer} />;
  }
}
