import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { formatNumber } from "~/text/format";
import { plainText, textOrDash } from "~/text/plain";

/** A packed box as a row of its transfer has it. */
export interface Box {
  id: string;
  boxNo: number;
  lengthCm: string;
  widthCm: string;
  heightCm: string;
  weightKg: string;
  contentsText: string;
  qty: number;
  chargeWeightKg: string;
  mark?: string | null;
}

export const boxesOf = (row: Record<string, unknown>): Box[] =>
  (row.boxes as Box[] | undefined) ?? [];

/** Length × width × height, cm. */
export const sizeOf = (box: Box) =>
  [box.lengthCm, box.widthCm, box.heightCm].map((cm) => plainText(cm)).join("×");

const HEAD = ["箱号", "箱内", "数量", "尺寸 cm", "重量 kg", "计费重 kg", "提示"];

/** 装箱明细: every box with its contents, once the transfer is packed. */
export function boxTab({ row }: DetailProps): Tabbed[] {
  const boxes = boxesOf(row);
  if (!boxes.length) return [];
  const content = (
    <PartTable
      title="装箱明细"
      head={HEAD}
      rows={boxes}
      cells={(box) => [
        box.boxNo,
        box.contentsText,
        formatNumber(plainText(box.qty), 0),
        sizeOf(box),
        box.weightKg,
        box.chargeWeightKg,
        textOrDash(box.mark),
      ]}
    />
  );
  return [{ key: "boxes", label: "装箱明细", count: boxes.length, content }];
}
