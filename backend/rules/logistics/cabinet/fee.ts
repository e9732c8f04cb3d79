import { cabinetCombination } from "#documents/logistics/cabinet-combination";
import { transition } from "../../../documents/written";
import { allocate, sum } from "../../../values/money";
import { scaleOf } from "../../../values/rates";
import { billedTransfer } from "../gates";
import { setActualFreight } from "../transfer/fee";
import { type Goods, goodsOf } from "./goods";

const WEIGHTS = {
  volume: (g: Goods) => g.volumeM3,
  weight: (g: Goods) => g.chargeKg,
  amount: (g: Goods) => g.value,
} as const;

/** Shares of what a container costs, by transfer: they add up, the last one takes the rest. */
export function sharesOf(
  goods: readonly Goods[],
  by: keyof typeof WEIGHTS,
  fee: string,
  scale: number,
): Map<string, string> {
  const parts = allocate(fee, goods.map(WEIGHTS[by]), scale);
  return new Map(goods.map((g, i) => [g.id, parts[i] ?? "0"]));
}

/** 费用录入 (supply.md 5): the shares take the place of what was known of the transfers' freight. */
export const setFee = transition(cabinetCombination, "setFee", {
  lock: async (c, row) => ({
    billed: await billedTransfer(
      c,
      row.items.map((line) => line.transferId),
    ),
    goods: await goodsOf(
      c,
      row.items.map((line) => line.transferId),
    ),
  }),
  guard: ({ billed }) => billed,
  async effect(c, { row, goods }, input) {
    const { currency, oceanFreight, truckFee, customsFee, destFee } = input;
    const totalFee = sum([oceanFreight, truckFee, customsFee, destFee]);
    const shares = sharesOf(goods, row.shareType, totalFee, await scaleOf(c, currency));
    await c.sql.query(
      `update cabinet_combination set currency = $2, ocean_freight = $3, truck_fee = $4,
         customs_fee = $5, dest_fee = $6, total_fee = $7, fee_time = now() where id = $1`,
      [row.id, currency, oceanFreight, truckFee, customsFee, destFee, totalFee],
    );
    await c.sql.query(
      `update cabinet_line l set shared_fee = x.fee
       from jsonb_to_recordset($2::jsonb) as x(id bigint, fee numeric)
       where l.cabinet_combination_id = $1 and l.transfer_id = x.id and l.del_flag = 0`,
      [row.id, JSON.stringify([...shares].map(([id, fee]) => ({ id, fee })))],
    );
    for (const [id, amount] of shares) await setActualFreight(c, id, { amount, currency });
  },
});
