import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PrintProps, Tabbed } from "~/screens/parts";
import { Closing, COUNTED, Head, moneyOf, SheetFacts, SheetTable, Sum, whole } from "~/screens/print/sheet-parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatDateTime, plainText, textOrDash } from "~/text";
import { Barcode } from "../product/barcode.server";

/** 包裹: what the goods of an order leave in, and how far each is. */
export function orderPackageTab({ row: { packages: parcels = [] } }: DetailProps<"sales_order">): Tabbed[] {
  if (!parcels.length) return [];
  const content = (
    <PartTable
      title="包裹"
      head={["包裹号", "状态", "SKU×数量", "仓库", "物流渠道", "运单号", "出库时间", "同包裹订单"]}
      rows={parcels}
      cells={(p) => [
        rowLink("package_order", p.id, p.no),
        stateTag("package_order", p.status),
        p.goods,
        textOrDash(p.warehouse),
        textOrDash(p.channel),
        textOrDash(p.trackingNo),
        p.shipTime ? formatDateTime(p.shipTime) : "—",
        textOrDash(p.others),
      ]}
    />
  );
  return [{ key: "packages", label: "包裹", count: parcels.length, content }];
}

const parcelsOf = ({ row: { packages = [] } }: Pick<PrintProps<"sales_order">, "row">) =>
  packages.filter((p) => p.status !== "cancelled");

/** 拣货单 of an order: what is to be taken from the shelves of each warehouse, parcel by parcel. */
export function OrderPicking(props: PrintProps<"sales_order">) {
  const { row } = props;
  return (
    <>
      <h1>拣货单 {plainText(row.no)}</h1>
      <Barcode text={plainText(row.no)} />
      <SheetFacts of={props} names={["storeId", "platformOrderNo", "latestShipTime", "priority", "tags"]} />
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
          <Sum columns={6}>合计 {whole(parcelsOf(props).reduce((n, p) => n + p.qty, 0))} 件</Sum>
        </tbody>
      </table>
      <Closing row={row} signs={["拣货人", "复核人", "日期"]} />
    </>
  );
}

/** 发票: what the buyer pays for, in the currency of the order; who it is stays masked. */
export function OrderInvoice(props: PrintProps<"sales_order">) {
  const { row } = props;
  const money = (value: unknown) => moneyOf(value, row.currency);
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
      <SheetFacts of={props} names={["storeId", "receiver", "orderDate", "currency"]} />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["SKU", (line) => line.skuCode],
          ["品名 Description", (line) => line.skuName],
          ["数量 Qty", (line) => whole(line.qty), "num"],
          ["单价 Price", (line) => money(line.unitPrice), "num"],
          ["金额 Amount", (line) => money(line.itemAmount), "num"],
          ["税 Tax", (line) => money(line.tax), "num"],
        ]}
      >
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
      </SheetTable>
      <Closing row={row} signs={["开票人", "日期"]} />
    </>
  );
}
