import { voc } from "#documents/service/voc";
import { severities } from "#documents/service/words";
import { link } from "../../../documents/around/chain";
import { rules } from "../../../documents/written";
import { assign, cancel, resolve, submit, verify } from "./handle";
import { complete } from "./save";
import { addStandard } from "./standard";
import { overview } from "./stat";

const RANK = Object.keys(severities)
  .map((name) => `'${name}'`)
  .join(", ");

/** 客户之声 (market.md 3). */
export const vocRules = rules(voc, {
  expressions: {
    skuImages: "(select k.images from sku k where k.id = t.sku_id)",
    overdue: `(case when t.status in ('pendingAssign', 'processing', 'pendingVerify')
      and t.due_date < (now() at time zone 'Asia/Shanghai')::date then 'yes' end)`,
    ncxRate:
      "(case when t.total_orders > 0 then round(t.ncx_orders * 100.0 / t.total_orders, 2) end)",
    urgency: `array_position(array[${RANK}], t.severity)`,
  },
  overview,
  beforeSave: complete,
  async afterSave(c, id, next, before) {
    if (!before && next.platformOrderId)
      await link(c, { type: "platform_order", id: next.platformOrderId }, { type: voc.name, id });
  },
  async prefill(c, { platformOrderId = [], skuId = [] }) {
    const order = platformOrderId[0]
      ? await c.sql.one<Record<"id" | "no", string> & { storeId: string; storeName: string }>(
          `select t.id, t.platform_order_no as no, t.store_id as "storeId", s.store_name as "storeName"
           from platform_order t join store s on s.id = t.store_id where t.id = $1`,
          [platformOrderId[0]],
        )
      : undefined;
    const sku = await c.sql.one<{ id: string; code: string }>(
      `select k.id, k.sku_code as code from sku k where k.id = coalesce($1::bigint,
         (select l.sku_id from platform_order_line l where l.platform_order_id = $2 and l.sku_id is not null
          order by l.line_no limit 1))`,
      [skuId[0] ?? null, order?.id ?? null],
    );
    return {
      ...(order && {
        ...{ source: "message", platformOrderId: order.id, platformOrderName: order.no },
        ...{ storeId: order.storeId, storeName: order.storeName },
      }),
      ...(sku && { skuId: sku.id, skuName: sku.code }),
    };
  },
  transitions: [submit, assign, resolve, verify, cancel, addStandard],
});
