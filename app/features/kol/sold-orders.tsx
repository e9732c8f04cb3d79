import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PartRow, Tabbed } from "~/screens/parts";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { DASH, formatMoney, formatNumber, plainText } from "~/text";
import { Card } from "~/ui";

type Cooperation = PartRow<"cooperation">;
/** What of a cooperation is asked here, which a star has but in part. */
interface SoldRow extends Pick<Cooperation, "sold"> {
  attributedOrders?: Cooperation["attributedOrders"];
  attributionSource?: Cooperation["attributionSource"];
  promoCode?: Cooperation["promoCode"];
  publishDate?: Cooperation["publishDate"];
}

/** Why no order stands there, and what to do for some to. */
function noneOf(row: SoldRow) {
  if (row.attributionSource === "manual") return "归因数据为手工录入，没有对应的订单明细";
  if (!plainText(row.promoCode)) return "没有专属折扣码，发布后用“录入归因”填写";
  if (!plainText(row.publishDate)) return "发布后30天内使用折扣码的订单会列在这里";
  return "还没有使用此折扣码的订单";
}

/** The orders that came by a promotion code: of one cooperation, or of all of a star. */
export function soldTab({ document, row }: Pick<DetailProps, "document"> & { row: SoldRow }): Tabbed {
  const { sold = [] } = row;
  const ofStar = document.name === "star";
  return {
    key: "sold",
    label: "归因订单",
    count: sold.length,
    content: sold.length ? (
      <PartTable
        title="归因订单"
        head={["平台订单号", "状态", "下单日期", "商品销售额", "折扣码", ...(ofStar ? ["红人合作"] : [])]}
        rows={sold}
        cells={(o) => [
          o.orderNo ? rowLink("platform_order", o.id, o.orderNo) : "无权限查看",
          stateTag("platform_order", o.status),
          o.day ?? DASH,
          formatMoney(o.sales ?? "0", o.currency ?? ""),
          o.promoCode ?? DASH,
          ...(ofStar ? [rowLink("cooperation", o.cooperationId, o.cooperationNo)] : []),
        ]}
      />
    ) : (
      <Card title={`归因订单（${formatNumber(plainText(row.attributedOrders) || "0", 0)}）`}>
        <p className="hint">{ofStar ? "还没有使用折扣码的订单" : noneOf(row)}</p>
      </Card>
    ),
  };
}
