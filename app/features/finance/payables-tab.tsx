import { documentNamed } from "#documents";
import { ageBuckets, type SupplierPayables } from "#documents/finance/payables/ap-ageing";
import { entriesOf } from "#documents/kit";
import { PartTable } from "~/screens/detail/part-table";
import type { Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatMoney, textOrDash } from "~/text";
import { withParams } from "~/ui";

/** An amount that leads to the rows it is made of. */
const leading = (document: string, figure: string, currency: string, query: object) => {
  const text = formatMoney(figure, currency);
  return Number(figure) ? (
    <a href={withParams(documentNamed(document).screens.list, { ...query, v: "0" })}>{text}</a>
  ) : (
    text
  );
};

/** 应付: balance of each currency with its ageing, and statements, all leading to what is behind them. */
export function payablesTab(supplierId: string, { ages, statements }: SupplierPayables): Tabbed {
  const buckets = entriesOf(ageBuckets);
  const statement = documentNamed("supplier_statement");
  return {
    key: "payables",
    label: "应付与对账",
    count: ages.length,
    content: (
      <>
        <PartTable
          title="应付余额与账龄"
          head={["币种", "应付余额", ...buckets.map(([, b]) => b.label), "应付余额(CNY)"]}
          rows={ages}
          cells={(r) => {
            const own = { supplierId, currency: r.currency };
            return [
              r.currency,
              leading("ap_entry", r.total, r.currency, own),
              ...buckets.map(([bucket]) => leading("ap_open", r[bucket], r.currency, { ...own, bucket })),
              formatMoney(r.baseTotal, "CNY"),
            ];
          }}
        />
        {statements && (
          <>
            <PartTable
              title="对账单"
              head={["单号", "状态", "期间", "期初余额", "期末余额", "差异"]}
              rows={statements}
              cells={(r) => [
                rowLink("supplier_statement", r.id, r.no),
                stateTag("supplier_statement", r.status),
                `${textOrDash(r.fromDate)} 至 ${textOrDash(r.toDate)}`,
                formatMoney(r.opening, r.currency),
                formatMoney(r.closing, r.currency),
                formatMoney(r.difference, r.currency),
              ]}
            />
            <p>
              <a href={withParams(statement.screens.list, { supplierId, v: "0" })}>全部对账单</a>
            </p>
          </>
        )}
      </>
    ),
  };
}
