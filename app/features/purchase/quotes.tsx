import { can } from "#documents/kit";
import { FormField } from "~/screens/form/control";
import type { DetailProps, PrintProps } from "~/screens/parts";
import { Facts } from "~/screens/row/facts";
import { filesOf } from "~/screens/row/files";
import { formatMoney, formatNumber } from "~/text";
import { Button, Card, ErrorSummary, Tag } from "~/ui";
import { type PurchaseQuote, type QuoteInquiry, quoteAt, suppliersOf } from "./quote";
import { QuoteForm } from "./quote-form";

const price = (v: string | null | undefined) => formatNumber(v, 4).replace(/0{1,2}$/, "");

function Offer({ quote }: { quote: PurchaseQuote | undefined }) {
  if (!quote?.price) return <span className="hint">未报价</span>;
  const awarded = Number(quote.awardQty) > 0;
  return (
    <>
      <b>{price(quote.price)}</b> {quote.isLowest && <Tag tone="green">最低</Tag>}
      <br />
      <span className="hint">
        {quote.taxIncludedQuote ? `含税 ${price(quote.quotedPrice)}，` : ""}税率{" "}
        {formatNumber(Number(quote.taxRate ?? 0))}%{quote.moq ? `，起订 ${quote.moq}` : ""}
        {quote.leadDays ? `，${quote.leadDays} 天` : ""}
        {quote.validTo ? `，至 ${quote.validTo}` : ""}
      </span>
      {filesOf(quote.attachment).map((file) => (
        <span key={file.url}>
          <br />
          <a href={file.url} target="_blank" rel="noopener">
            {file.name}
          </a>
        </span>
      ))}
      {awarded && (
        <>
          <br />
          <Tag tone="blue">定标 {formatNumber(quote.awardQty, 0)}</Tag>{" "}
          {quote.awardReason && <span className="hint">{quote.awardReason}</span>}
        </>
      )}
    </>
  );
}

/** 比价表: lines × suppliers, prices without tax, the lowest of each line marked. */
function QuoteMatrix({ row }: { row: QuoteInquiry }) {
  const suppliers = suppliersOf(row);
  const { items = [], supplierTotals: totals = {} } = row;
  if (!suppliers.length) return <p className="hint">还没有询价供应商</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="t quotes" aria-label="比价表" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th className="ce">#</th>
            <th>SKU</th>
            <th>数量</th>
            <th>目标价 / 上次价</th>
            {suppliers.map((s) => (
              <th key={s.id}>{s.name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, i) => (
            <tr key={item.id}>
              <td className="ce" data-l="行">
                {i + 1}
              </td>
              <td data-l="SKU">
                {item.$skuId}
                <br />
                <span className="hint">{item.skuName}</span>
              </td>
              <td className="num" data-l="数量">
                {formatNumber(item.qty, 0)}
              </td>
              <td data-l="目标价 / 上次价">
                {item.targetPrice ? price(item.targetPrice) : "—"} / {item.lastPrice ? price(item.lastPrice) : "—"}
              </td>
              {suppliers.map((s) => (
                <td key={s.id} data-l={s.name}>
                  <Offer quote={quoteAt(row, item.id, s.id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4}>全部明细合计（不含税）</td>
            {suppliers.map((s) => {
              const sum = totals[s.id];
              return (
                <td key={s.id} data-l={s.name}>
                  {sum ? formatMoney(sum) : "—"}
                </td>
              );
            })}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** 生成采购单: the awards that are not ordered, each of which may be left out. */
function AwardsToOrder({ document, row, options, keyOfForm, act }: DetailProps<"inquiry_order">) {
  const { items = [], quotes = [], openAwards: quantities = {} } = row;
  const open = quotes.filter((q) => quantities[q.id]);
  const tradeTerm = document.actions?.toOrder?.input?.tradeTerm;
  if (!open.length)
    return (
      <Card title="生成采购单" id="toOrder">
        <p className="hint">定标数量已全部下单，采购单见“关联单据”。</p>
      </Card>
    );
  return (
    <Card title="生成采购单" id="toOrder">
      <form method="post" className="form">
        <input type="hidden" name="_do" value="toOrder" />
        <input type="hidden" name="_id" value={`${row.id}:${row.version}`} />
        <input type="hidden" name="_key" value={act?.key ?? keyOfForm} />
        <ErrorSummary errors={act?.errors} message={act?.message} />
        <p className="hint">按供应商、币种、含税类型和收货仓各生成一张采购单草稿。</p>
        <ul className="matrix">
          {open.map((q) => {
            const item = items.find((i) => i.id === q.lineId);
            return (
              <li key={q.id}>
                <label>
                  <input type="checkbox" name="awardIds" value={q.id} defaultChecked /> {item?.$skuId} {q.$supplierId}{" "}
                  {formatNumber(quantities[q.id], 0)} 件
                </label>
              </li>
            );
          })}
        </ul>
        {tradeTerm && row.currency !== "CNY" && (
          <FormField
            name="tradeTerm"
            field={tradeTerm}
            value={act?.values.tradeTerm}
            options={options?.tradeTerm}
            error={act?.errors?.tradeTerm}
          />
        )}
        <div className="foot">
          <Button tone="primary">生成采购单</Button>
        </div>
      </form>
    </Card>
  );
}

/** What an inquiry shows below its facts: the comparison, the quotes to record, the orders to make. */
export function QuoteParts(props: DetailProps<"inquiry_order">) {
  const { document, row, permissions, act } = props;
  const may = (name: string) => can(permissions ?? new Set(), document, name, row).ok;
  const own = (name: string) => (act?.name === name ? props : { ...props, act: undefined });
  return (
    <>
      {!!row.quotes?.length && (
        <Card title="比价表">
          <QuoteMatrix row={row} />
        </Card>
      )}
      {may("recordQuote") && <QuoteForm {...own("recordQuote")} />}
      {may("toOrder") && <AwardsToOrder {...own("toOrder")} />}
    </>
  );
}

/** 比价表, printed: the inquiry and what each supplier offers. */
export function QuoteSheet({ document, row, options }: PrintProps<"inquiry_order">) {
  return (
    <>
      <h1>比价表 {row.no}</h1>
      <Facts document={document} row={row} options={options} />
      <QuoteMatrix row={row} />
      <p>采购：____________　采购经理：____________　财务：____________</p>
    </>
  );
}
