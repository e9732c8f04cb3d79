import { customsDeclaration } from "#documents/logistics/customs-declaration";
import { isRefundable } from "#documents/logistics/customs-words";
import { explain } from "../../../documents/writing/explain";
import { transition } from "../../../documents/written";
import { invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, r2 } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { differing, sceneOf } from "./guards";
import { sentOf } from "./sources";

/** The rate of the day on which it is declared stays (supply.md C.2). */
const declare = transition(customsDeclaration, "declare", {
  check: (_, { declareDate }) =>
    (declareDate ?? "") > today() && invalidAt("declareDate", "申报日不能晚于今天"),
  async effect(c, { row }, { declarationNo, declareDate }) {
    const date = declareDate ?? today();
    const rate = await rateOf(c.sql, c.tenantId, row.currency, date);
    await explain(
      customsDeclaration,
      c.sql.query(
        `update customs_declaration set declaration_no = $2, declare_date = $3, rate = $4,
           amount_cny = $5 where id = $1`,
        [row.id, declarationNo, date, rate, r2(dec(row.totalAmount).times(rate))],
      ),
    );
  },
});

const inspect = transition(customsDeclaration, "inspect", {
  async effect({ sql }, { row }, { inspectNote }) {
    await sql.query("update customs_declaration set inspect_note = $2 where id = $1", [
      row.id,
      inspectNote,
    ]);
  },
});

/** Whoever takes back a shipment of its transfers waits for it, or it for them. */
const release = transition(customsDeclaration, "release", {
  lock: async (c, row) => ({ sent: await sentOf(c, row) }),
  check({ row }, { releaseDate }) {
    const date = releaseDate ?? today();
    if (date > today()) return invalidAt("releaseDate", "放行日不能晚于今天");
    return date < (row.declareDate ?? "") && invalidAt("releaseDate", "放行日不能早于申报日");
  },
  async effect({ sql }, { row }, { releaseDate, releaseScan }) {
    await sql.query(
      "update customs_declaration set release_date = $2, release_scan = $3 where id = $1",
      [row.id, releaseDate ?? today(), releaseScan],
    );
  },
});

const GONE: readonly string[] = ["shipped", "partReceived", "done", "closed"];

const finish = transition(customsDeclaration, "finish", {
  lock: sceneOf,
  guard({ row, ...scene }) {
    const here = scene.sent.find((t) => !GONE.includes(t.status));
    if (here) return `调拨单${here.no}未发货`;
    const other = differing(row, scene, "shipped");
    return other && `报关数量与发货数量不一致：SKU ${other}`;
  },
});

const refund = transition(customsDeclaration, "refund", {
  guard: ({ row }) => !isRefundable(row.customsType) && "该报关方式不可退税",
  check: (_, { refundStatus, refundedAmount }) =>
    refundStatus === "refunded" && !refundedAmount && invalidAt("refundedAmount", "请填写实退金额"),
  async effect({ sql }, { row }, { refundStatus, refundDate, refundedAmount }) {
    await sql.query(
      `update customs_declaration set refund_status = $2, refund_date = $3, refunded_amount = $4
       where id = $1`,
      [row.id, refundStatus, refundDate ?? today(), refundedAmount ?? "0"],
    );
  },
});

/** The way of a declaration after its approval (supply.md 5). */
export const way = [declare, inspect, release, finish, refund];
