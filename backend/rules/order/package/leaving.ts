import { packageOrder } from "#documents/order/package-order";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { postMoves } from "../../../stock/ledger";
import type { Out } from "../../../stock/types";
import { today } from "../../../values/calendar";
import { closedMonth } from "../../../values/open-month";
import { sourceOf } from "../../wms/other/lines";
import { orderShipped } from "../state/moves";
import { lockOrdersOf } from "../state/packed";
import { ask, FIGURES, waiting } from "./ask";
import { confirmShipped, platformOf } from "./confirm";
import { postFreight } from "./freight";
import { holdsOf } from "./lines";
import { placeOf } from "./place";

/** Marks when a step of a package happened. */
const mark = ({ sql }: RuleContext, id: string, column: "delivered_time" | "returned_time") =>
  sql.query(`update package_order set ${column} = now() where id = $1`, [id]);

const ship = transition(packageOrder, "ship", {
  async lockFirst(c, id) {
    await lockOrdersOf(c, id);
  },
  lock: async (c, row) => ({
    closed: await closedMonth(c, today()),
    place: await placeOf(c, row),
  }),
  guard: ({ row, closed }) => waiting(row) ?? (row.trackingNo ? closed : "请先获取运单号"),
  async effect(c, { row, place }, { actualWeightKg }) {
    const moves = holdsOf(row.warehouseId ?? "", row.items).map(
      (hold): Out => ({ ...hold, kind: "out", type: "pkgOut", reserved: true }),
    );
    await c.sql.query(
      `update package_order set ship_time = now(), fail_reason = null,
         actual_weight_kg = coalesce($2, actual_weight_kg) where id = $1`,
      [row.id, actualWeightKg ?? null],
    );
    await postMoves(c, sourceOf("package_order", row), `ship:${row.version}`, moves);
    await orderShipped(c, [...new Set(row.items.flatMap((l) => l.orderId ?? []))]);
    await postFreight(c, row.id);
    await confirmShipped(c, row);
    if (place.outside && place.connectorId && row.externalOrderNo)
      await ask(c, row, FIGURES, place.connectorId);
  },
});

const deliver = transition(packageOrder, "deliver", {
  effect: async (c, { row }) => {
    await mark(c, row.id, "delivered_time");
  },
});

const takeBack = transition(packageOrder, "takeBack", {
  effect: async (c, { row }) => {
    await mark(c, row.id, "returned_time");
  },
});

const confirm = transition(packageOrder, "confirm", {
  lock: async (c, row) => ({ platform: await platformOf(c, row) }),
  guard({ row, platform }) {
    if (row.confirmState === "uploaded") return "平台已收到发货信息";
    if (row.confirmState === "queued") return "正在回传，请稍后";
    return !platform && "店铺没有可用的平台连接，或不是平台订单";
  },
  async effect(c, { row }) {
    await confirmShipped(c, row, `:${row.version}`);
  },
});

export const leaving = [ship, deliver, takeBack, confirm];
