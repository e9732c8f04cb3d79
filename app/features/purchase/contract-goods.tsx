import { Fragment } from "react";
import type { ContractRow, ContractSnapshot } from "#documents/purchase/contract-snapshot";
import { formatMoney, formatNumber } from "~/text/format";
import { unitPrice } from "./unit-price";

interface Column {
  head: string;
  number?: boolean;
  cell: (row: ContractRow) => string;
}

const named: Column[] = [
  { head: "货号", cell: (r) => r.skuCode },
  { head: "品名规格", cell: (r) => [r.skuName, r.spec].filter(Boolean).join(" ") },
  { head: "数量", number: true, cell: (r) => `${formatNumber(r.qty, 0)} ${r.unit ?? ""}`.trim() },
];
const money = (head: string, name: "amount" | "amountExclTax"): Column => ({
  head,
  number: true,
  cell: (r) => formatMoney(r[name]),
});
const price = (head: string, name: "price" | "priceInclTax"): Column => ({
  head,
  number: true,
  cell: (r) => unitPrice(r[name]),
});
const due: Column = { head: "交期", cell: (r) => r.expectDate ?? "" };

/** Columns of supply.md 3: with tax both prices and the rate, without tax price and amount. */
const COLUMNS: Record<ContractSnapshot["contractType"], Column[]> = {
  tax: [
    ...named,
    price("不含税单价", "price"),
    { head: "税率", number: true, cell: (r) => `${Number(r.taxRate)}%` },
    price("含税单价", "priceInclTax"),
    money("价税合计", "amount"),
    due,
  ],
  nonTax: [...named, price("单价", "price"), money("金额", "amount"), due],
};

const FEES = [
  ["freight", "运费", 1],
  ["other", "其他费用", 1],
  ["discount", "折扣", -1],
] as const;

/** Goods of every order with its fees, then what it all comes to. */
export function Goods({ sheet }: { sheet: ContractSnapshot }) {
  const columns = COLUMNS[sheet.contractType];
  const last = columns.length - 1;
  return (
    <table>
      <thead>
        <tr>
          {columns.map((c) => (
            <th key={c.head}>{c.head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.orders.map((order) => (
          <Fragment key={order.no}>
            <tr>
              <th colSpan={columns.length} scope="rowgroup" className="group">
                采购单 {order.no}　送货至 {order.warehouse}
              </th>
            </tr>
            {order.rows.map((row, i) => (
              <tr key={i}>
                {columns.map((c) => (
                  <td key={c.head} className={c.number ? "num" : undefined}>
                    {c.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
            {FEES.filter(([name]) => Number(order[name]) !== 0).map(([name, label, sign]) => (
              <tr key={name}>
                <td colSpan={last - 1}>{label}</td>
                <td className="num">
                  {sign < 0 ? "-" : ""}
                  {formatMoney(order[name])}
                </td>
                <td />
              </tr>
            ))}
          </Fragment>
        ))}
        <tr>
          <th colSpan={columns.length} scope="row" className="group">
            合计 {formatMoney(sheet.totalAmount, sheet.currency)}（大写：{sheet.totalAmountCn}
            {sheet.currency === "CNY" ? "" : `，${sheet.currency}`}）
            {sheet.contractType === "tax" && `　其中税额 ${formatMoney(sheet.taxAmount)}`}
          </th>
        </tr>
      </tbody>
    </table>
  );
}
