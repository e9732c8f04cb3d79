import type { PrintProps } from "~/screens/parts";
import { Closing, Head } from "~/screens/print/sheet-parts";
import { formatNumber } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { Barcode } from "../product/barcode.server";
import { cartonsOf, type Packed } from "./cartons";

const whole = (v: unknown) => formatNumber(plainText(v), 0);

const MODES: Record<string, string> = {
  supplier: "供方送货",
  express: "快递",
  pickup: "自提",
  truck: "专车",
};

const HEAD = ["#", "采购明细 / SKU", "品名", "数量", "箱数×单箱", "批次"];

function Lines({ items }: { items: Packed[] }) {
  return (
    <table>
      <Head words={HEAD} />
      <tbody>
        {items.map((l, i) => (
          <tr key={plainText(l.id)}>
            <td>{i + 1}</td>
            <td>
              {plainText(l.poLineCode)}
              <br />
              {plainText(l.skuCode)}
            </td>
            <td>{plainText(l.skuName)}</td>
            <td className="num">
              {whole(l.qty)} {plainText(l.unit)}
            </td>
            <td className="num">
              {whole(l.cartons)}×{whole(l.pcsPerCarton)}
            </td>
            <td>{plainText(l.batchNo)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const itemsOf = ({ row }: PrintProps) => (row.items as Packed[] | undefined) ?? [];

/** 箱唛: one label per carton, its number as bars. A printer of labels takes them as a job of their own. */
export function CartonLabels(props: PrintProps) {
  const { row } = props;
  return cartonsOf(plainText(row.no), itemsOf(props)).map((c) => (
    <section key={c.code} className="carton">
      <Barcode text={c.code} />
      <p>
        <b>{c.skuCode}</b> {c.skuName}
      </p>
      <p>
        数量 <b>{whole(c.qty)}</b> {c.unit}　箱号 {c.index}/{c.total}
        {c.batchNo && `　批次 ${c.batchNo}`}
      </p>
      <p>
        {plainText(row.supplierName)} → {plainText(row.warehouseName)}
      </p>
    </section>
  ));
}

/** 送货单, A5. */
export function DeliveryNote(props: PrintProps) {
  const { row } = props;
  const freight = [
    plainText(row.carrier),
    plainText(row.trackingNo),
    plainText(row.vehicleNo),
  ].filter(Boolean);
  return (
    <>
      <h1>送货单 {plainText(row.no)}</h1>
      <Barcode text={plainText(row.no)} />
      <Descriptions
        columns={2}
        items={[
          { label: "供应商", value: plainText(row.supplierName) },
          { label: "收货仓", value: plainText(row.warehouseName) },
          { label: "发货日", value: plainText(row.shipDate) },
          { label: "预计到达", value: plainText(row.expectArriveDate) },
          { label: "送货方式", value: MODES[plainText(row.transportMode)] ?? "" },
          { label: "承运", value: freight.join(" ") || "—" },
          { label: "司机电话", value: textOrDash(row.driverMobile) },
          {
            label: "合计",
            value: `${whole(row.totalQty)} 件 / ${whole(row.cartonQty)} 箱 / ${plainText(row.totalWeightKg)} kg`,
          },
        ]}
      />
      <Lines items={itemsOf(props)} />
      <Closing row={row} signs={["送货人", "收货人", "日期"]} />
    </>
  );
}
