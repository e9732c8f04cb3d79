import type { DocumentOf } from "#documents";
import type { PageLine } from "#documents/kit";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PrintProps, Tabbed } from "~/screens/parts";
import { Closing, COUNTED, SheetFacts, SheetTable, whole } from "~/screens/print/sheet-parts";
import { formatNumber, plainText, textOrDash } from "~/text";
import { Barcode } from "../product/barcode.server";

/** Length × width × height, cm. */
const sizeOf = (box: PageLine<DocumentOf<"transfer">, "boxes">) => [box.lengthCm, box.widthCm, box.heightCm].join("×");

const HEAD = ["箱号", "箱内", "数量", "尺寸 cm", "重量 kg", "计费重 kg", "提示"];

/** 装箱明细: every box with its contents, once the transfer is packed. */
export function boxTab({ row }: DetailProps<"transfer">): Tabbed[] {
  const { boxes = [] } = row;
  if (!boxes.length) return [];
  const content = (
    <PartTable
      title="装箱明细"
      head={HEAD}
      rows={boxes}
      cells={(box) => [
        box.boxNo,
        box.contentsText,
        formatNumber(box.qty, 0),
        sizeOf(box),
        box.weightKg,
        box.chargeWeightKg,
        textOrDash(box.mark),
      ]}
    />
  );
  return [{ key: "boxes", label: "装箱明细", count: boxes.length, content }];
}

/** 箱唛: a label of 100 × 150 mm for each box, its number of all of them as bars. */
export function BoxLabels({ row, options }: PrintProps<"transfer">) {
  const { boxes = [] } = row;
  const mode = options.transportMode?.find((o) => o.value === row.transportMode)?.label;
  return boxes.map((box) => {
    const place = `${box.boxNo}/${boxes.length}`;
    return (
      <section key={box.id} className="carton box-label">
        <p className="line">
          <b className="box-no">{place}</b>
          <span>{mode}</span>
          {box.mark && <b className="stamp">{box.mark}</b>}
        </p>
        <Barcode text={`${plainText(row.no)}-${place}`} />
        <p>
          {row.fromWarehouseName} → <b>{row.toWarehouseName}</b>
        </p>
        {row.shipmentId ? (
          <p>
            货件 <b>{row.shipmentId}</b>　FC <b>{textOrDash(row.fcCode)}</b>
            <br />
            参考号 {textOrDash(row.referenceId)}
          </p>
        ) : (
          <p>入库预约号 {textOrDash(row.inboundNo)}</p>
        )}
        <p>
          重量 <b>{box.weightKg} kg</b>　尺寸 {sizeOf(box)} cm
        </p>
        <p className="box-contents">
          共 <b>{whole(box.qty)}</b> 件：{box.contentsText}
        </p>
      </section>
    );
  });
}

const WAY = [
  "fromWarehouseId",
  "toWarehouseId",
  "storeId",
  "logisticsProviderId",
  "shipmentId",
  "fcCode",
  "expectShipDate",
];

/** 拣货单: what is to be taken from the shelves, with room for what was found. */
export function PickingSheet(props: PrintProps<"transfer">) {
  const { row } = props;
  return (
    <>
      <h1>拣货单 {row.no}</h1>
      <Barcode text={plainText(row.no)} />
      <SheetFacts of={props} names={WAY} />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["SKU", (line) => line.skuCode ?? line.$skuId],
          ["品名规格", (line) => `${line.skuName ?? ""} ${line.spec ?? ""}`],
          ["FNSKU", (line) => textOrDash(line.fnsku)],
          ["良品", (line) => whole(line.goodQty), "num"],
          ["次品", (line) => whole(line.badQty), "num"],
          ["实拣", () => " "],
        ]}
      />
      <Closing row={row} signs={["拣货人", "复核人", "日期"]} />
    </>
  );
}

/** 装箱单: every box with its contents, measures and weight. */
export function PackingSheet(props: PrintProps<"transfer">) {
  const { row } = props;
  const { boxes = [] } = row;
  return (
    <>
      <h1>装箱单 {row.no}</h1>
      <SheetFacts of={props} names={[...WAY, "referenceId", "trackingNo"]} />
      <SheetTable
        rows={boxes}
        columns={[
          ["箱号", (box) => box.boxNo],
          ["箱内", (box) => box.contentsText],
          ["数量", (box) => whole(box.qty), "num"],
          ["尺寸 cm", sizeOf],
          ["重量 kg", (box) => box.weightKg, "num"],
          ["计费重 kg", (box) => box.chargeWeightKg, "num"],
        ]}
        foot={
          <tr>
            <td>合计</td>
            <td>{boxes.length} 箱</td>
            <td className="num">{whole(boxes.reduce((n, box) => n + (box.qty ?? 0), 0))}</td>
            <td>{row.volumeM3} m³</td>
            <td className="num">{row.actualWeightKg}</td>
            <td className="num">{row.chargeWeightKg}</td>
          </tr>
        }
      />
      <Closing row={row} signs={["装箱人", "复核人", "日期"]} />
    </>
  );
}
