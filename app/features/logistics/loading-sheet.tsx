import type { PrintProps } from "~/screens/parts";
import { Closing, COUNTED, SheetFacts, SheetTable, whole } from "~/screens/print/sheet-parts";
import { textOrDash } from "~/text";

const FACTS = [
  "containerType",
  "containerNo",
  "sealNo",
  "bookingNo",
  "providerId",
  "vesselVoyage",
  "portLoading",
  "portDest",
  "cutoffDate",
  "etd",
  "eta",
];

/** 装柜清单: what goes in the container, with room for what was counted. */
export function LoadingSheet(props: PrintProps<"cabinet_combination">) {
  const { row } = props;
  return (
    <>
      <h1>装柜清单 {row.no}</h1>
      <SheetFacts of={props} names={FACTS} />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["调拨单", (line) => textOrDash(line.$transferId)],
          ["目的仓/FC", (line) => textOrDash(line.destination)],
          ["报关单", (line) => textOrDash(line.customsNo)],
          ["箱数", (line) => whole(line.cartons), "num"],
          ["体积 m³", (line) => line.volumeM3, "num"],
          ["重量 kg", (line) => line.weightKg, "num"],
          ["实装箱数", () => null],
        ]}
        sums={[`合计 ${whole(row.totalCartons)} 箱　${row.totalVolume ?? ""} m³　${row.totalWeight ?? ""} kg`]}
      />
      <Closing row={row} signs={["装柜人", "司机", "日期"]} />
    </>
  );
}
