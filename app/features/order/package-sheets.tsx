import type { PrintProps } from "~/screens/parts";
import { AddressBlock, Closing, COUNTED, SheetFacts, SheetTable, whole } from "~/screens/print/sheet-parts";
import { plainText, textOrDash } from "~/text";
import { Barcode } from "../product/barcode.server";

type PackagePrint = PrintProps<"package_order">;

const linesOf = ({ row }: Pick<PackagePrint, "row">) => row.items ?? [];

/** Where it goes: opened for this print alone. */
const Receiver = ({ row }: Pick<PackagePrint, "row">) => <AddressBlock to={row.receiver} none="收件信息已清除" />;

/** 面单: a label of 100 × 150 mm with the tracking number as bars, for one parcel. */
export function PackageLabel(props: PackagePrint) {
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
export function PackagePicking(props: PackagePrint) {
  const { row } = props;
  return (
    <>
      <h1>拣货单 {plainText(row.no)}</h1>
      <Barcode text={plainText(row.no)} />
      <SheetFacts of={props} names={["orderNos", "storeId", "warehouseId", "logisticsChannelId", "trackingNo"]} />
      <Receiver row={row} />
      <SheetTable
        rows={linesOf(props)}
        columns={[
          COUNTED,
          ["SKU", (line) => line.skuCode],
          ["品名", (line) => line.skuName],
          ["外部编码", (line) => textOrDash(line.externalSku)],
          ["数量", (line) => whole(line.qty), "num"],
          ["实拣", () => " "],
        ]}
      />
      <Closing row={row} signs={["拣货人", "复核人", "日期"]} />
    </>
  );
}

const SHIPPED = [
  "orderNos",
  "storeId",
  "warehouseId",
  "logisticsChannelId",
  "carrierCode",
  "trackingNo",
  "packageWeightKg",
  "actualWeightKg",
  "shipTime",
];

/** 发货清单: what left in one parcel, for the carrier; nobody's address. */
export function PackageShipping(props: PackagePrint) {
  const { row } = props;
  return (
    <>
      <h1>发货清单 {plainText(row.no)}</h1>
      <SheetFacts of={props} names={SHIPPED} />
      <SheetTable
        rows={linesOf(props)}
        columns={[
          COUNTED,
          ["订单号", (line) => line.orderNo],
          ["SKU", (line) => line.skuCode],
          ["品名", (line) => line.skuName],
          ["申报品名", (line) => textOrDash(line.declareNameEn)],
          ["数量", (line) => whole(line.qty), "num"],
        ]}
      />
      <Closing row={row} signs={["发货人", "承运人", "日期"]} />
    </>
  );
}
