import type { RowOf } from "#documents/kit";
import { packageOrder } from "#documents/order/package-order";
import type { RuleContext } from "../../../documents/rules";
import { explain } from "../../../documents/writing/explain";
import { transition } from "../../../documents/written";
import { postMoves } from "../../../stock/ledger";
import type { Out } from "../../../stock/types";
import { today } from "../../../values/calendar";
import { closedMonth } from "../../../values/open-month";
import { sourceOf } from "../../wms/other/lines";
import { holdsOf } from "./lines";

type Row = RowOf<typeof packageOrder>;

/** Marks when a step of a package happened. */
const mark = (
  { sql }: RuleContext,
  id: string,
  column: "sent_time" | "delivered_time" | "returned_time",
) => sql.query(`update package_order set ${column} = now() where id = $1`, [id]);

/** What its warehouse is, and whose system runs it. */
const placeOf = ({ sql }: RuleContext, row: Row) =>
  sql.one<{ kind: string; provider: string | null }>(
    "select kind, provider from warehouse where id = $1",
    [row.warehouseId],
  );

const send = transition(packageOrder, "send", {
  lock: async (c, row) => ({ place: await placeOf(c, row) }),
  guard: ({ place }) =>
    place?.kind === "thirdParty" && `未配置${place.provider ?? "三方仓"}连接，不能下发`,
  effect: async (c, { row }) => {
    await mark(c, row.id, "sent_time");
  },
});

const getLabel = transition(packageOrder, "getLabel", {
  async effect(c, { row }, { carrierCode, trackingNo }) {
    const [carrier, number] = [carrierCode.trim().toUpperCase(), trackingNo.trim().toUpperCase()];
    await explain(
      packageOrder,
      c.sql.query(
        `update package_order set carrier_code = $2, tracking_no = $3, tracking_key = $4,
           label_time = now() where id = $1`,
        [row.id, carrier, number, `${carrier}/${number}`],
      ),
    );
  },
});

const ship = transition(packageOrder, "ship", {
  lock: async (c) => ({ closed: await closedMonth(c, today()) }),
  guard: ({ row, closed }) => (row.trackingNo ? closed : "请先获取运单号"),
  async effect(c, { row }, { actualWeightKg }) {
    const moves = holdsOf(row.warehouseId ?? "", row.items).map(
      (hold): Out => ({ ...hold, kind: "out", type: "pkgOut", reserved: true }),
    );
    await c.sql.query(
      "update package_order set ship_time = now(), actual_weight_kg = $2 where id = $1",
      [row.id, actualWeightKg ?? null],
    );
    await postMoves(c, sourceOf("package_order", row), `ship:${row.version}`, moves);
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

export const steps = [send, getLabel, ship, deliver, takeBack];
