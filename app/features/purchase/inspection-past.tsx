import { rejectHandles } from "#documents/purchase/inspection-lines";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { Value } from "~/screens/row/value";
import { formatDateTime, formatNumber, textOrDash } from "~/text";

const whole = (v: number | undefined) => formatNumber(v, 0);
const time = (v: string | null | undefined) => (v ? formatDateTime(v) : "—");

/** 历次质检: results that were taken back, newest last. */
export function PastInspections({ document, row }: DetailProps<"inspection">) {
  const { past = [] } = row;
  const photos = document.lines?.past?.fields.photos;
  if (!past.length) return null;
  return (
    <PartTable
      title="历次质检（已撤销）"
      head={["SKU", "签收", "合格", "不合格", "让步接收", "处理", "照片", "质检", "撤销"]}
      rows={past}
      cells={(l) => [
        textOrDash(l.skuCode),
        whole(l.signQty),
        whole(l.passQty),
        whole(l.rejectQty),
        whole(l.concessionQty),
        l.rejectHandle ? rejectHandles[l.rejectHandle].label : "—",
        photos && <Value key="photos" name="photos" field={photos} row={l} />,
        `${textOrDash(l.inspectedBy)} ${time(l.inspectTime)}`,
        `${textOrDash(l.reversedBy)} ${time(l.reversedAt)}`,
      ]}
    />
  );
}
