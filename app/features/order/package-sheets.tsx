import type { Address } from "#documents/kit";
import type { PrintProps } from "~/screens/parts";
import { AddressBlock, Closing, factsOf, Head, whole } from "~/screens/print/sheet-parts";
import { plainText, textOrDash } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { Barcode } from "../product/barcode.server";

interface Line {
  id: string;
  orderNo?: string | null;
  skuCode?: string | null;
  skuName?: string | null;
  externalSku?: string | null;
  declareNameEn?: string | null;
  qty: number;
}

const linesOf = ({ row }: Pick<PrintProps, "row">) => (row.items as Line[] | undefined) ?? [];

/** Where it goes: opened for this print alone. */
const Receiver = ({ row }: Pick<PrintProps, "row">) => (
  <AddressBlock to={row.receiver as Address | null | undefined} none="收件信息已清除" />
);

/** 面单: a label of 100 × 150 mm with the tracking number as bars, for one parcel. */
export function PackageLabel(props: PrintProps) {
  const { row } = props;
  return (
    <section className="carton box-label">
      <p className="line">
        <b>{textOrDash(row.carrierCode)}</b>
        <span>{textOrDash(row.logisticsChannelName)}</span>
      </p>
      <Receiver row={row} />
      {plainText(row.trackingNo) && <Barcode text={plainText(row.trackingNo)} />}
      <p>
        {plainText(row.no)}　共 <b>{whole(row.totalQty)}</b> 件　
        {plainText(row.actualWeightKg ?? row.packageWeightKg)} kg
      </p>
      <p className="box-contents">
        {linesOf(props)
          .map((l) => `${l.skuCode ?? ""}×${l.qty}`)
          .join("，")}
      </p>
    </section>
  );
}

/** 拣货单: what is to be taken from the shelves for one parcel, and where it goes. */
export function PackagePicking(props: PrintProps) {
  const { row } = props;
  return (
    <>
      <h1>拣货单 {plainText(row.no)}</h1>
      <Barcode text={plainText(row.no)} />
      <Descriptions
        columns={2}
        items={factsOf(props, [
          ...["orderNos", "storeId", "warehouseId", "logisticsChannelId", "trackingNo"],
        ])}
      />
      <Receiver row={row} />
      <table>
        <Head words={["#", "SKU", "品名", "外部编码", "数量", "实拣"]} />
        <tbody>
          {linesOf(props).map((line, i) => (
            <tr key={line.id}>
              <td>{i + 1}</td>
              <td>{line.skuCode}</td>
              <td>{line.skuName}</td>
              <td>{textOrDash(line.externalSku)}</td>
              <td className="num">{whole(line.qty)}</td>
              <td> </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Closing row={row} signs={["拣货人", "复核人", "日期"]} />
    </>
  );
}

/** 发货清单: what left in one parcel, for the carrier; nobody's address. */
export function PackageShipping(props: PrintProps) {
  const { row } = props;
  const facts = [
    ...["orderNos", "storeId", "warehouseId", "logisticsChannelId", "carrierCode", "trackingNo"],
    ...["packageWeightKg", "actualWeightKg", "shipTime"],
  ];
  return (
    <>
      <h1>发货清单 {plainText(row.no)}</h1>
      <Descriptions columns={2} items={factsOf(props, facts)} />
      <table>
        <Head words={["#", "订单号", "SKU", "品名", "申报品名", "数量"]} />
        <tbody>
          {linesOf(props).map((line, i) => (
            <tr key={line.id}>
              <td>{i + 1}</td>
              <td>{line.orderNo}</td>
              <td>{line.skuCode}</td>
              <td>{line.skuName}</td>
              <td>{textOrDash(line.declareNameEn)}</td>
              <td className="num">{whole(line.qty)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Closing row={row} signs={["发货人", "承运人", "日期"]} />
    </>
  );
}
