import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatDateTime } from "~/text/date";
import { textOrDash } from "~/text/plain";

/** A package as its orders' pages know it; `qty` and `lines` are the pieces of the one order. */
export interface Parcel {
  id: string;
  no: string;
  status: string;
  warehouse: string | null;
  channel: string | null;
  trackingNo: string | null;
  goods: string;
  others: string;
  shipTime: string | null;
  qty: number;
  lines: { id: string; skuCode: string; skuName: string; qty: number }[];
}

/** 包裹: what the goods of an order leave in, and how far each is. */
export function orderPackageTab({ row }: DetailProps): Tabbed[] {
  const parcels = (row.packages as Parcel[] | undefined) ?? [];
  if (!parcels.length) return [];
  const content = (
    <PartTable
      title="包裹"
      head={["包裹号", "状态", "SKU×数量", "仓库", "物流渠道", "运单号", "出库时间", "同包裹订单"]}
      rows={parcels}
      cells={(p) => [
        rowLink("package_order", p.id, p.no),
        stateTag("package_order", p.status),
        p.goods,
        textOrDash(p.warehouse),
        textOrDash(p.channel),
        textOrDash(p.trackingNo),
        p.shipTime ? formatDateTime(p.shipTime) : "—",
        textOrDash(p.others),
      ]}
    />
  );
  return [{ key: "packages", label: "包裹", count: parcels.length, content }];
}
