import { fbaReturn } from "#documents/wms/fba/fba-return";
import { transition } from "../../../documents/written";
import { lockPools } from "../../../stock/pool";
import { lockHeld, release } from "../../../stock/reserve";
import { lose } from "../../../stock/transit";
import { sum } from "../../../values/money";
import { sourceOf } from "../other/lines";
import { underWay } from "./receive";

/** 差异关闭: what is under way is lost and to be claimed, what the platform still has stays there. */
export const closeReturn = transition(fbaReturn, "close", {
  async effect(c, { row }, { removalFee }) {
    const source = sourceOf("fba_return", row);
    const held = await lockHeld(c, source);
    await lockPools(c, [
      ...held,
      ...row.items.map(({ skuId }) => ({ warehouseId: row.toWarehouseId, skuId })),
    ]);
    const lost = await lose(
      c,
      source,
      `close:${row.version}`,
      row.items.map((line) => ({
        ...{ skuId: line.skuId, lineId: line.id },
        ...{ toWarehouseId: row.toWarehouseId, qty: underWay(line) },
      })),
      { loss: "fbaReturnLoss" },
    );
    await release(c, source);
    await c.sql.query(
      `update fba_return_line set lost_qty = shipped_qty - received_good_qty - received_bad_qty,
         cancelled_qty = requested_qty - shipped_qty - disposed_qty
       where fba_return_id = $1 and del_flag = 0`,
      [row.id],
    );
    const pieces = row.items.reduce((n, line) => n + underWay(line), 0);
    await c.sql.query(
      `update fba_return set lost_qty = $2, claim = $2 > 0,
         loss_amount = coalesce(loss_amount, 0) + $3, removal_fee = coalesce($4, removal_fee)
       where id = $1`,
      [row.id, pieces, sum(lost.map((l) => l.amount)), removalFee ?? null],
    );
  },
});
