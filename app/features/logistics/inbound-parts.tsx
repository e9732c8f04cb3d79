import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink } from "~/screens/row/row-link";
import { DASH, formatMoney, formatNumber, textOrDash } from "~/text";

type InboundPageRow = DetailProps<"fba_inbound">["row"];

const shipmentsOf = ({ shipments = [], feeCurrency }: InboundPageRow) => (
  <PartTable
    title="货件"
    head={["货件号", "FC", "数量", "箱数", "货物", "调拨单", "平台运费"]}
    rows={shipments}
    cells={(s) => [
      textOrDash(s.shipmentId),
      textOrDash(s.fcCode),
      formatNumber(s.qty, 0),
      formatNumber(s.cartons, 0),
      textOrDash(s.contentsText),
      s.transferId ? rowLink("transfer", s.transferId, s.$transferId) : DASH,
      s.transportFee === null ? DASH : formatMoney(s.transportFee, feeCurrency ?? undefined),
    ]}
  />
);

const optionsOf = ({ options = [], feeCurrency }: InboundPageRow) => (
  <PartTable
    title="分仓方案"
    head={["方案", "分仓费", "货件数", "FC", "分配", "已选"]}
    rows={options}
    cells={(o) => [
      String(o.optionNo),
      formatMoney(o.fee, feeCurrency ?? undefined),
      formatNumber(o.shipmentCount, 0),
      textOrDash(o.centres),
      textOrDash(o.split),
      o.chosen ? "是" : DASH,
    ]}
  />
);

const boxesOf = ({ boxes = [] }: InboundPageRow) => (
  <PartTable
    title="装箱明细"
    head={["箱号", "箱内", "数量", "尺寸 cm", "重量 kg"]}
    rows={boxes}
    cells={(box) => [
      String(box.boxNo),
      box.contentsText,
      formatNumber(box.qty, 0),
      [box.lengthCm, box.widthCm, box.heightCm].join("×"),
      box.weightKg,
    ]}
  />
);

/** What the platform offers and what goes where, in which boxes: as far as the plan has come. */
export function inboundTabs({ row }: DetailProps<"fba_inbound">): Tabbed[] {
  const { shipments = [], options = [], boxes = [] } = row;
  return [
    { key: "shipments", label: "货件", count: shipments.length, content: shipmentsOf(row) },
    { key: "options", label: "分仓方案", count: options.length, content: optionsOf(row) },
    { key: "boxes", label: "装箱明细", count: boxes.length, content: boxesOf(row) },
  ].filter(({ count }) => count > 0);
}
