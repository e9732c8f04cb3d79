import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head, whole } from "~/screens/print/sheet-parts";
import { formatMoney } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { Barcode } from "../product/barcode.server";
import type { Parcel } from "./order-packages";

interface Item {
  id: string;
  skuCode?: string | null;
  skuName?: string | null;
  qty: number;
  unitPrice?: string | null;
  itemAmount?: string | null;
  promo?: string | null;
  tax?: string | null;
}

const parcelsOf = ({ row }: Pick<PrintProps, "row">) =>
  ((row.packages as Parcel[] | undefined) ?? []).filter((p) => p.status !== "cancelled");

/** 拣货单 of an order: what is to be taken from the shelves of each warehouse, parcel by parcel. */
export function OrderPicking(props: PrintProps) {
  const { row } = props;
  return (
    <>
      <h1>拣货单 {plainText(row.no)}</h1>
      <Barcode text={plainText(row.no)} />
      <Descriptions
        columns={2}
        items={factsOf(props, ["storeId", "platformOrderNo", "latestShipTime", "priority", "tags"])}
      />
      <table>
        <Head words={["包裹", "仓库", "SKU", "品名", "数量", "实拣"]} />
        <tbody>
          {parcelsOf(props).map((p) =>
            p.lines.map((line, i) => (
              <tr key={line.id}>
                {i === 0 && (
                  <>
                    <td rowSpan={p.lines.length}>{p.no}</td>
                    <td rowSpan={p.lines.length}>{textOrDash(p.warehouse)}</td>
                  </>
                )}
                <td>{line.skuCode}</td>
                <td>{line.skuName}</td>
                <td className="num">{whole(line.qty)}</td>
                <td> </td>
              </tr>
            )),
          )}
          <tr>
            <th colSpan={6} scope="row" className="group">
              合计 {whole(parcelsOf(props).reduce((n, p) => n + p.qty, 0))} 件
            </th>
          </tr>
        </tbody>
      </table>
      <Closing row={row} signs={["拣货人", "复核人", "日期"]} />
    </>
  );
}

/** 发票: what the buyer pays for, in the currency of the order; who it is stays masked. */
export function OrderInvoice(props: PrintProps) {
  const { row } = props;
  const money = (value: unknown) => formatMoney(plainText(value) || "0", plainText(row.currency));
  const items = (row.items as Item[] | undefined) ?? [];
  const sums = [
    ["商品金额 Goods", row.goodsAmount],
    ["运费 Shipping", row.shippingAmount],
    ["优惠 Discount", row.discountAmount],
    ["税额 Tax", row.taxAmount],
    ["合计 TOTAL", row.totalAmount],
  ] as const;
  return (
    <>
      <h1>发票 INVOICE</h1>
      <p className="line">
        <span>No. {plainText(row.no)}</span>
        <span>{plainText(row.platformOrderNo)}</span>
      </p>
      <Descriptions
        columns={2}
        items={factsOf(props, ["storeId", "receiver", "orderDate", "currency"])}
      />
      <table>
        <Head
          words={[
            "#",
            "SKU",
            "品名 Description",
            "数量 Qty",
            "单价 Price",
            "金额 Amount",
            "税 Tax",
          ]}
        />
        <tbody>
          {items.map((line, i) => (
            <tr key={line.id}>
              <td>{i + 1}</td>
              <td>{line.skuCode}</td>
              <td>{line.skuName}</td>
              <td className="num">{whole(line.qty)}</td>
              <td className="num">{money(line.unitPrice)}</td>
              <td className="num">{money(line.itemAmount)}</td>
              <td className="num">{money(line.tax)}</td>
            </tr>
          ))}
          {sums.map(([label, value]) => (
            <tr key={label}>
              <th colSpan={5} scope="row" className="num">
                {label}
              </th>
              <td colSpan={2} className="num">
                {money(value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Closing row={row} signs={["开票人", "日期"]} />
    </>
  );
}
