import { rejectHandles } from "#documents/purchase/inspection-lines";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { Value } from "~/screens/row/value";
import { formatDateTime } from "~/text/date";
import { formatNumber } from "~/text/format";
import { textOrDash } from "~/text/plain";

type Line = Record<string, unknown>;

const whole = (v: unknown) => formatNumber(textOrDash(v), 0);
const time = (v: unknown) => (v ? formatDateTime(String(v)) : "—");

/** 历次质检: results that were taken back, newest last. */
export function PastInspections({ document, row }: DetailProps) {
  const past = (row.past as Line[] | undefined) ?? [];
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
        rejectHandles[l.rejectHandle as keyof typeof rejectHandles]?.label ?? "—",
        photos && <Value key="photos" name="photos" field={photos} row={l} />,
        `${textOrDash(l.inspectedBy)} ${time(l.inspectTime)}`,
        `${textOrDash(l.reversedBy)} ${time(l.reversedAt)}`,
      ]}
    />
  );
}
