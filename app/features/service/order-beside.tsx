import { allOrder } from "#documents/service/all-order";
import { openHref } from "~/screens/href";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { formatDateTime } from "~/text/date";
import { formatMoney } from "~/text/format";
import { textOrDash } from "~/text/plain";
import { LinkButton } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { Descriptions } from "~/ui/description/description";
import type { TalkData } from "./talk-data";

/** What was ordered and where it is, beside what the buyer asks, with what may be done about it. */
export function OrderBeside({ talk: { order, parcels, steps } }: { talk: TalkData }) {
  if (!order)
    return (
      <Card title="订单">
        <p className="hint">还没有同步到这个订单，同步后自动对上。</p>
      </Card>
    );
  return (
    <Card title="订单">
      <Descriptions
        items={[
          { label: "订单号", value: rowLink("all_order", order.id, order.no) },
          { label: "状态", value: stateTag("all_order", order.status) },
          { label: "金额", value: formatMoney(order.total, order.currency) },
          { label: "下单时间", value: formatDateTime(order.time) },
          { label: "配送", value: order.channel === "AFN" ? "亚马逊配送" : "自发货" },
          { label: "最晚送达", value: order.deliver && formatDateTime(order.deliver) },
          { label: "买家", value: textOrDash(order.buyer) },
          { label: "商品", value: order.goods.join("，"), wide: true },
          {
            ...{ label: "包裹", wide: true },
            value:
              parcels.length === 0
                ? "—"
                : parcels.map((p) => (
                    <div key={p.id}>
                      {rowLink("package_order", p.id, p.no)} {stateTag("package_order", p.status)}{" "}
                      {[p.carrierCode, p.trackingNo].filter(Boolean).join(" ")}
                    </div>
                  )),
          },
        ]}
      />
      {steps.length > 0 && (
        <p className="steps">
          {steps.map((name) => {
            const { label, opens } = allOrder.actions[name];
            return (
              <LinkButton key={name} href={openHref(opens, order.id)}>
                {label}
              </LinkButton>
            );
          })}
        </p>
      )}
    </Card>
  );
}
