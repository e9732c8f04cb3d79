import { filesOf } from "~/screens/row/files";
import { formatMoney, formatNumber } from "~/text/format";
import { plainText } from "~/text/plain";
import { Tag } from "~/ui/tag/tag";
import { itemsOf, type Quote, quoteAt, suppliersOf } from "./quote";

type Row = Record<string, unknown>;

const price = (v: unknown) => formatNumber(plainText(v), 4).replace(/0{1,2}$/, "");

function Offer({ quote }: { quote: Quote | undefined }) {
  if (!quote?.price) return <span className="hint">未报价</span>;
  const awarded = Number(quote.awardQty) > 0;
  return (
    <>
      <b>{price(quote.price)}</b> {quote.isLowest === true && <Tag tone="green">最低</Tag>}
      <br />
      <span className="hint">
        {quote.taxIncludedQuote ? `含税 ${price(quote.quotedPrice)}，` : ""}税率{" "}
        {formatNumber(Number(quote.taxRate ?? 0))}%
        {quote.moq ? `，起订 ${plainText(quote.moq)}` : ""}
        {quote.leadDays ? `，${plainText(quote.leadDays)} 天` : ""}
        {quote.validTo ? `，至 ${plainText(quote.validTo)}` : ""}
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
          <Tag tone="blue">定标 {formatNumber(plainText(quote.awardQty), 0)}</Tag>{" "}
          {plainText(quote.awardReason) && (
            <span className="hint">{plainText(quote.awardReason)}</span>
          )}
        </>
      )}
    </>
  );
}

/** 比价表: lines × suppliers, prices without tax, the lowest of each line marked. */
export function QuoteMatrix({ row }: { row: Row }) {
  const suppliers = suppliersOf(row);
  const items = itemsOf(row);
  const totals = (row.supplierTotals as Record<string, string> | undefined) ?? {};
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
                {plainText(item.$skuId)}
                <br />
                <span className="hint">{plainText(item.skuName)}</span>
              </td>
              <td className="num" data-l="数量">
                {formatNumber(plainText(item.qty), 0)}
              </td>
              <td data-l="目标价 / 上次价">
                {item.targetPrice ? price(item.targetPrice) : "—"} /{" "}
                {item.lastPrice ? price(item.lastPrice) : "—"}
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
