import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head, whole } from "~/screens/print/sheet-parts";
import { plainText, textOrDash } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { Barcode } from "../product/barcode.server";
import { boxesOf, sizeOf } from "./transfer-boxes";

interface Line {
  id: string;
  skuCode?: string;
  $skuId?: string;
  skuName?: string;
  spec?: string | null;
  unit?: string;
  goodQty: number;
  badQty: number;
  fnsku?: string | null;
  msku?: string | null;
}

const linesOf = ({ row }: PrintProps) => (row.items as Line[] | undefined) ?? [];

/** 箱唛: a label of 100 × 150 mm for each box, its number of all of them as bars. */
export function BoxLabels({ row, options }: PrintProps) {
  const boxes = boxesOf(row);
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
          {plainText(row.fromWarehouseName)} → <b>{plainText(row.toWarehouseName)}</b>
        </p>
        {row.shipmentId ? (
          <p>
            货件 <b>{plainText(row.shipmentId)}</b>　FC <b>{textOrDash(row.fcCode)}</b>
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
  ...["fromWarehouseId", "toWarehouseId", "storeId", "logisticsProviderId"],
  ...["shipmentId", "fcCode", "expectShipDate"],
];

/** 拣货单: what is to be taken from the shelves, with room for what was found. */
export function PickingSheet(props: PrintProps) {
  const { row } = props;
  return (
    <>
      <h1>拣货单 {plainText(row.no)}</h1>
      <Barcode text={plainText(row.no)} />
      <Descriptions columns={2} items={factsOf(props, WAY)} />
      <table>
        <Head words={["#", "SKU", "品名规格", "FNSKU", "良品", "次品", "实拣"]} />
        <tbody>
          {linesOf(props).map((line, i) => (
            <tr key={line.id}>
              <td>{i + 1}</td>
              <td>{line.skuCode ?? line.$skuId}</td>
              <td>
                {line.skuName} {line.spec}
              </td>
              <td>{textOrDash(line.fnsku)}</td>
              <td className="num">{whole(line.goodQty)}</td>
              <td className="num">{whole(line.badQty)}</td>
              <td> </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Closing row={row} signs={["拣货人", "复核人", "日期"]} />
    </>
  );
}

/** 装箱单: every box with its contents, measures and weight. */
export function PackingSheet(props: PrintProps) {
  const { row } = props;
  const boxes = boxesOf(row);
  return (
    <>
      <h1>装箱单 {plainText(row.no)}</h1>
      <Descriptions columns={2} items={factsOf(props, [...WAY, "referenceId", "trackingNo"])} />
      <table>
        <Head words={["箱号", "箱内", "数量", "尺寸 cm", "重量 kg", "计费重 kg"]} />
        <tbody>
          {boxes.map((box) => (
            <tr key={box.id}>
              <td>{box.boxNo}</td>
              <td>{box.contentsText}</td>
              <td className="num">{whole(box.qty)}</td>
              <td>{sizeOf(box)}</td>
              <td className="num">{box.weightKg}</td>
              <td className="num">{box.chargeWeightKg}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>合计</td>
            <td>{boxes.length} 箱</td>
            <td className="num">{whole(boxes.reduce((n, box) => n + Number(box.qty), 0))}</td>
            <td>{plainText(row.volumeM3)} m³</td>
            <td className="num">{plainText(row.actualWeightKg)}</td>
            <td className="num">{plainText(row.chargeWeightKg)}</td>
          </tr>
        </tfoot>
      </table>
      <Closing row={row} signs={["装箱人", "复核人", "日期"]} />
    </>
  );
}
