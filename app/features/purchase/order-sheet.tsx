import type { DocumentOf } from "#documents";
import type { PageLine } from "#documents/kit";
import { capitals } from "#documents/kit/field/amount";
import type { PrintProps } from "~/screens/parts";
import { COUNTED, type PrintColumn, SheetTable } from "~/screens/print/sheet-parts";
import { formatMoney, formatNumber, plainText, textOrDash } from "~/text";
import { unitPrice } from "./unit-price";

const FEES = [
  ["freightAmount", "运费"],
  ["otherAmount", "其他费"],
  ["discountAmount", "折扣"],
] as const;

type OrderSheetColumn = PrintColumn<PageLine<DocumentOf<"purchase_order">, "items">>;

const NAMED: OrderSheetColumn[] = [
  COUNTED,
  ["SKU", (l) => plainText(l.skuCode ?? l.$skuId)],
  ["品名规格", (l) => [l.skuName, l.spec].filter(Boolean).map(plainText).join(" ")],
  ["数量", (l) => `${formatNumber(plainText(l.qty), 0)} ${plainText(l.unit)}`, "num"],
];
const PRICES: OrderSheetColumn[] = [
  ["单价", (l) => unitPrice(plainText(l.price)), "num"],
  ["税率", (l) => `${Number(l.taxRate ?? 0)}%`, "num"],
  ["价税合计", (l) => formatMoney(plainText(l.amount)), "num"],
];
const DUE: OrderSheetColumn = ["交期", (l) => plainText(l.expectDate)];

/** 采购单, A4. Who may not see prices prints quantities alone. */
export function OrderSheet({ document, row, options }: PrintProps<"purchase_order">) {
  const priced = row.orderAmount !== undefined;
  const currency = plainText(row.currency);
  const word = (name: "settleMethod" | "balanceTrigger" | "tradeTerm") => {
    const f = document.fields[name];
    if (f?.kind === "enum") return f.options[plainText(row[name])]?.label ?? "—";
    return options[name]?.find((o) => o.value === row[name])?.label ?? textOrDash(row[name]);
  };
  const columns = [...NAMED, ...(priced ? PRICES : []), DUE];
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
      <SheetTable
        rows={row.items}
        columns={columns}
        sums={[
          <>
            合计 {formatNumber(plainText(row.totalQty), 0)} 件
            {priced &&
              `　${formatMoney(plainText(row.orderAmount), currency)}（大写：${capitals(plainText(row.orderAmount))}）`}
          </>,
        ]}
      >
        {priced &&
          FEES.filter(([name]) => Number(row[name]) !== 0).map(([name, label]) => (
            <tr key={name}>
              <td colSpan={columns.length - 2}>{label}</td>
              <td className="num">
                {name === "discountAmount" ? "-" : ""}
                {formatMoney(plainText(row[name]))}
              </td>
              <td />
            </tr>
          ))}
      </SheetTable>
      {plainText(row.remark) && <p>备注：{plainText(row.remark)}</p>}
      <div className="sides sign">
        <p>需方签字：____________　日期：____________</p>
        <p>供方确认：____________　日期：____________</p>
      </div>
    </div>
  );
}
