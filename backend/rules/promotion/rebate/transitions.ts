import { rebate } from "#documents/promotion/rebate";
import { transition } from "../../../documents/written";
import { dec, r2 } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { giveBack } from "./save";

export const submit = transition(rebate, "submit", {
  lock: async (c, row) => ({ rate: await rateOf(c.sql, c.tenantId, row.currency ?? "CNY") }),
  guard: ({ row }) => !row.items.length && "请至少添加一条明细",
  async effect({ sql }, { row, rate }) {
    await sql.query("update rebate set exchange_rate = $2, payable_cny = $3 where id = $1", [
      ...[row.id, rate, r2(dec(row.payableAmount).times(rate))],
    ]);
  },
});

export const confirm = transition(rebate, "confirm", {
  guard: ({ row }, { caller }) => row.createBy === caller.userId && "不能确认本人创建的返利单",
  async effect({ sql, caller }, { row }, { note }) {
    await sql.query(
      "update rebate set confirm_by = $2, confirm_time = now(), confirm_note = $3 where id = $1",
      [row.id, caller.userId, note ?? null],
    );
  },
});

/** What its submission worked out is no more. */
export const sendBack = transition(rebate, "return", {
  async effect({ sql }, { row }) {
    await sql.query("update rebate set exchange_rate = 0, payable_cny = 0 where id = $1", [row.id]);
  },
});

export const voided = transition(rebate, "void", {
  effect: (c, { row }) => giveBack(c, row),
});
