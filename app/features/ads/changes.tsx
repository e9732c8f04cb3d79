import { PAGE_SIZES } from "#documents/kit";
import type { CampaignChange } from "~/erp/ads.server";
import { Chart } from "~/features/figure/chart";
import { Empty, Pagination, type RowAction, Table, type TableModel, withParams } from "~/ui";
import { Choices } from "./choices";
import { type CampaignRow, campaignTable, type KeywordRow, keywordTable } from "./columns";
import { changeFigure } from "./figures";
import type { AdData, AdsState } from "./load.server";
import { partHref } from "./query";
import { flagsOf, QUICK } from "./words";

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
        model={model}
        rows={rows}
        caption={caption}
        actions={actions}
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

interface AdChangePart<P extends AdData["part"]> {
  state: AdsState;
  url: string;
  answer: Extract<AdData, { part: P }>["answer"];
}

/** What every row needs to show its amounts. */
function shownOf({ params, stores }: AdsState) {
  const own = new Map(stores.map((s) => [s.storeName, s.currencyCode]));
  const currency = params.currency || "USD";
  return (row: { storeName: string }) => ({ currency, own: own.get(row.storeName) });
}

/** Quick filters that find wasted money, and what moved. */
const Narrow = ({ state: { part, params }, url }: { state: AdsState; url: string }) => (
  <div className="choices">
    <Choices label="筛选" name="quick" options={QUICK} value={params.quick} all="不限" url={url} />
    <Choices label="变动" name="flag" options={flagsOf(part)} value={params.flag} all="全部" url={url} />
  </div>
);

/** A row of sums has no names. */
const NAMELESS = { storeName: "", flag: "" };

/** Campaigns in both periods: what is new, what stopped, what moved. */
export function ChangePart({ state, url, answer }: AdChangePart<"change">) {
  const { params, top } = state;
  const currency = params.currency || "USD";
  const href = ({ campaignId }: CampaignChange) => partHref(url, "report", { campaignId });
  const shown = shownOf(state);
  const rows = answer.records.map((row): CampaignRow => ({ ...row, ...shown(row), href: href(row) }));
  const sums = { ...answer.summary, ...NAMELESS, currency, campaignId: "", campaignName: "全部活动" };
  const foot: CampaignRow = { ...sums, adProduct: "", state: "", budget: null };
  return (
    <>
      <Narrow state={state} url={url} />
      <Rows
        state={state}
        url={url}
        rows={rows}
        foot={foot}
        actionsWidth={72}
        model={campaignTable}
        caption="活动变化"
        page={answer}
        rowKey={(row) => row.campaignId}
        actions={(row) => [{ label: "关键词", href: partHref(url, "keyword", { campaignId: row.campaignId }) }]}
      />
      {top.length > 0 && <Chart data={changeFigure(top, currency, href)} />}
    </>
  );
}

/** Keywords in both periods, the dearest first. */
export function KeywordPart({ state, url, answer }: AdChangePart<"keyword">) {
  const { params } = state;
  const currency = params.currency || "USD";
  const shown = shownOf(state);
  const rows = answer.records.map((row): KeywordRow => ({ ...row, ...shown(row) }));
  const sums = { ...answer.summary, ...NAMELESS, currency, keywordId: "", keyword: "全部关键词" };
  const foot: KeywordRow = { ...sums, matchType: "", campaignName: "", bid: null, lastBid: null };
  return (
    <>
      <Narrow state={state} url={url} />
      <Rows
        state={state}
        url={url}
        rows={rows}
        foot={foot}
        model={keywordTable}
        caption="关键词变化"
        page={answer}
        rowKey={(row) => row.keywordId}
      />
    </>
  );
}
