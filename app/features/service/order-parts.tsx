import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatDateTime, textOrDash } from "~/text";
import { Timeline } from "~/ui";

const TONES: Record<string, "green" | "red" | "orange" | "blue"> = {
  买家来信: "orange",
  回复买家: "blue",
  已退款: "red",
  登记客户之声: "red",
  妥投: "green",
};

const time = (value: string | null) => (value ? formatDateTime(value) : "—");

/** 全部订单: everything around an order in one line of time, and its parcels. */
export function allOrderTabs({ row: { timeline: happened = [], parcels = [] } }: DetailProps<"all_order">): Tabbed[] {
  const timeline = (
    <Timeline
      items={happened.map((h) => ({
        time: time(h.at),
        tone: TONES[h.what],
        text: h.detail ?? undefined,
        title: (
          <>
            {h.what} {h.document && rowLink(h.document, h.id, h.no)}
          </>
        ),
      }))}
    />
  );
  const packages = (
    <PartTable
      title="包裹物流"
      head={["包裹号", "状态", "承运商", "运单号", "出库时间", "妥投时间"]}
      rows={parcels}
      cells={(p) => [
        rowLink("package_order", p.id, p.no),
        stateTag("package_order", p.status),
        textOrDash(p.carrierCode),
        textOrDash(p.trackingNo),
        time(p.shipTime),
        time(p.deliveredTime),
      ]}
    />
  );
  return [
    { key: "timeline", label: "时间线", count: happened.length, content: timeline },
    ...(parcels.length ? [{ key: "parcels", label: "包裹物流", count: parcels.length, content: packages }] : []),
  ];
}
