import { documentNamed } from "#documents";
import { type AgeBucket, ageBuckets } from "#documents/finance/payables/due-words";
import { PartTable } from "~/screens/detail/part-table";
import type { Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatMoney } from "~/text/format";
import { textOrDash } from "~/text/plain";
import { withParams } from "~/ui/url";

type Row = Record<string, unknown>;

/** What a supplier is owed, by currency and age, and his statements. */
export interface Payables {
  ages: Row[];
  statements: Row[] | null;
}

/** An amount that leads to the rows it is made of. */
const leading = (document: string, figure: unknown, currency: unknown, query: object) => {
  const text = formatMoney(String(figure), String(currency));
  return Number(figure) ? (
    <a href={withParams(documentNamed(document).screens.list, { ...query, v: "0" })}>{text}</a>
  ) : (
    text
  );
};

/** 应付: balance of each currency with its ageing, and statements, all leading to what is behind them. */
export function payablesTab(supplierId: string, { ages, statements }: Payables): Tabbed {
  const buckets = Object.entries(ageBuckets) as [AgeBucket, { label: string }][];
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
            const own = { supplierId, currency: String(r.currency) };
            return [
              String(r.currency),
              leading("ap_entry", r.total, r.currency, own),
              ...buckets.map(([bucket]) =>
                leading("ap_open", r[bucket], r.currency, { ...own, bucket }),
              ),
              formatMoney(String(r.baseTotal), "CNY"),
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
                formatMoney(String(r.opening), String(r.currency)),
                formatMoney(String(r.closing), String(r.currency)),
                formatMoney(String(r.difference), String(r.currency)),
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
