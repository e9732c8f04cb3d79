import type { PrintProps } from "~/screens/parts";
import { below, Closing, COUNTED, SheetTable } from "~/screens/print/sheet-parts";
import { formatNumber, plainText, textOrDash } from "~/text";
import { Descriptions } from "~/ui";
import { Barcode } from "../product/barcode.server";
import { cartonsOf } from "./cartons";

const whole = (v: number | null | undefined) => formatNumber(v, 0);

const MODES: Record<string, string> = { supplier: "供方送货", express: "快递", pickup: "自提", truck: "专车" };

/** 箱唛: one label per carton, its number as bars. A printer of labels takes them as a job of their own. */
export function CartonLabels({ row }: PrintProps<"delivery">) {
  return cartonsOf(plainText(row.no), row.items ?? []).map((c) => (
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
        {row.supplierName} → {row.warehouseName}
      </p>
    </section>
  ));
}

/** 送货单, A5. */
export function DeliveryNote({ row }: PrintProps<"delivery">) {
  const freight = [row.carrier, row.trackingNo, row.vehicleNo].filter(Boolean);
  return (
    <>
      <h1>送货单 {plainText(row.no)}</h1>
      <Barcode text={plainText(row.no)} />
      <Descriptions
        columns={2}
        items={[
          { label: "供应商", value: row.supplierName },
          { label: "收货仓", value: row.warehouseName },
          { label: "发货日", value: row.shipDate },
          { label: "预计到达", value: row.expectArriveDate },
          { label: "送货方式", value: MODES[row.transportMode ?? ""] ?? "" },
          { label: "承运", value: freight.join(" ") || "—" },
          { label: "司机电话", value: textOrDash(row.driverMobile) },
          {
            label: "合计",
            value: `${whole(row.totalQty)} 件 / ${whole(row.cartonQty)} 箱 / ${plainText(row.totalWeightKg)} kg`,
          },
        ]}
      />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["采购明细 / SKU", (l) => below(l.poLineCode, l.skuCode)],
          ["品名", (l) => l.skuName],
          ["数量", (l) => `${whole(l.qty)} ${l.unit ?? ""}`, "num"],
          ["箱数×单箱", (l) => `${whole(l.cartons)}×${whole(l.pcsPerCarton)}`, "num"],
          ["批次", (l) => l.batchNo],
        ]}
      />
      <Closing row={row} signs={["送货人", "收货人", "日期"]} />
    </>
  );
}
