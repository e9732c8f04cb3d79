import type { AdProduct } from "~/erp/ads.server";
import { type ProductRow, productTable } from "./columns";
import { partHref } from "./href";
import type { AdData, AdsState } from "./load.server";
import { Rows } from "./rows";

type Listing = Extract<AdData, { part: "listing" }>["answer"];

/** Products that were advertised, with the sums over all of them. */
export function ListingPart(props: { state: AdsState; url: string; answer: Listing }) {
  const { state, url, answer } = props;
  const currency = state.params.currency || "USD";
  const of = (part: "report" | "change" | "keyword", { productCode }: AdProduct) =>
    partHref(url, part, { productCode });
  const rows = answer.records.map(
    (row): ProductRow => ({ ...row, currency, href: of("report", row) }),
  );
  const names = { productCode: "全部产品", productName: "", imageUrl: "", skuCount: null };
  const foot: ProductRow = { ...answer.summary, ...names, currency };
  return (
    <Rows
      {...{ state, url, rows, foot }}
      model={productTable}
      caption="产品列表"
      page={answer}
      rowKey={(row) => row.productCode}
      actionsWidth={110}
      actions={(row) => [
        { label: "关键词", href: of("keyword", row) },
        { label: "活动", href: of("change", row) },
      ]}
    />
  );
}
