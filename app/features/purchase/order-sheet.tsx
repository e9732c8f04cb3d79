import { capitals } from "#documents/kit/amount";
import type { PrintProps } from "~/screens/parts";
import { Head } from "~/screens/print/sheet-parts";
import { formatMoney, formatNumber } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";
import { unitPrice } from "./unit-price";

type Line = Record<string, unknown>;

const FEES = [
  ["freightAmount", "运费"],
  ["otherAmount", "其他费"],
  ["discountAmount", "折扣"],
] as const;

/** 采购单, A4. Who may not see prices prints quantities alone. */
export function OrderSheet({ document, row, options }: PrintProps) {
  const lines = (row.items as Line[] | undefined) ?? [];
  const priced = row.orderAmount !== undefined;
  const currency = plainText(row.currency);
  const word = (name: string) => {
    const f = document.fields[name];
    if (f?.kind === "enum") return f.options[plainText(row[name])]?.label ?? "—";
    return options[name]?.find((o) => o.value === row[name])?.label ?? textOrDash(row[name]);
  };
  const head = [
    "#",
    "SKU",
    "品名规格",
    "数量",
    ...(priced ? ["单价", "税率", "价税合计"] : []),
    "交期",
  ];
  return (
    <div className="contract">
      <h1>采购单</h1>
      <p className="line">
        <span>单号：{plainText(row.no)}</span>
        <span>版次：{plainText(row.revision)}</span>
        <span>日期：{plainText(row.approveTime ?? row.createTime).slice(0, 10)}</span>
      </p>
      <div className="sides">
        <div>
          <b>需方：{plainText(row.companyName)}</b>
          <p>采购员：{plainText(row.buyerName)}</p>
          <p>收货仓：{plainText(row.warehouseName)}</p>
          <p>要求交期：{plainText(row.expectDate)}</p>
        </div>
        <div>
          <b>供方：{plainText(row.supplierName)}</b>
          <p>结算：{word("settleMethod")}</p>
          <p>
            预付：{row.depositRate ? `${Number(row.depositRate)}%` : "—"}　尾款：
            {word("balanceTrigger")}
          </p>
          <p>
            币种：{currency}　贸易条款：{word("tradeTerm")}
          </p>
        </div>
      </div>
      <table>
        <Head words={head} />
        <tbody>
          {lines.map((l, i) => (
            <tr key={plainText(l.id)}>
              <td>{i + 1}</td>
              <td>{plainText(l.skuCode ?? l.$skuId)}</td>
              <td>{[l.skuName, l.spec].filter(Boolean).map(plainText).join(" ")}</td>
              <td className="num">
                {formatNumber(plainText(l.qty), 0)} {plainText(l.unit)}
              </td>
              {priced && (
                <>
                  <td className="num">{unitPrice(plainText(l.price))}</td>
                  <td className="num">{Number(l.taxRate ?? 0)}%</td>
                  <td className="num">{formatMoney(plainText(l.amount))}</td>
                </>
              )}
              <td>{plainText(l.expectDate)}</td>
            </tr>
          ))}
          {priced &&
            FEES.filter(([name]) => Number(row[name]) !== 0).map(([name, label]) => (
              <tr key={name}>
                <td colSpan={head.length - 2}>{label}</td>
                <td className="num">
                  {name === "discountAmount" ? "-" : ""}
                  {formatMoney(plainText(row[name]))}
                </td>
                <td />
              </tr>
            ))}
          <tr>
            <th colSpan={head.length} scope="row" className="group">
              合计 {formatNumber(plainText(row.totalQty), 0)} 件
              {priced &&
                `　${formatMoney(plainText(row.orderAmount), currency)}（大写：${capitals(plainText(row.orderAmount))}）`}
            </th>
          </tr>
        </tbody>
      </table>
      {plainText(row.remark) && <p>备注：{plainText(row.remark)}</p>}
      <div className="sides sign">
        <p>需方签字：____________　日期：____________</p>
        <p>供方确认：____________　日期：____________</p>
      </div>
    </div>
  );
}
