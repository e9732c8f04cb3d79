import { deliver } from "#documents/kol/deliver";
import { otherOut } from "#documents/wms/other-out";
import { lockAdvisory } from "../../../db/advisory";
import { link } from "../../../documents/around/chain";
import { endMade } from "../../../documents/lifecycle/end-made";
import type { RuleContext } from "../../../documents/rules";
import { createDraft } from "../../../documents/writing/draft";
import { transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { now, today } from "../../../values/calendar";
import { allocate } from "../../../values/money";
import { wholeAddress } from "../../personal/unmask";
import { recount } from "../cooperation/figures";
import { cooperationOf, requireRunning } from "../cooperation/scene";
import { postPromoFee } from "../facts";
import { requireOwn } from "../own";
import { askWarehouse, type Deliver, goodsLeft, recipientOf } from "./goods";

const submit = transition(deliver, "submit", {
  lock: async (c, row) => ({
    cooperation: await cooperationOf(c, row.cooperationId),
    complete: !!(await recipientOf(c, row.id)),
  }),
  guard({ row, cooperation, complete }, c) {
    requireOwn(c, row);
    requireRunning(cooperation);
    if (!complete) return "请先完善红人收件地址";
    if (row.deliverType !== "localBuy") return undefined;
    if (!row.localCost) throw invalidAt("localCost", "请输入采购金额");
    if (!row.receiptFiles.length) throw invalidAt("receiptFiles", "请上传采购凭证");
  },
  to: ({ row }) => (row.deliverType === "localBuy" ? "shipped" : "pending"),
  async effect(c, { row, cooperation }) {
    if (row.deliverType !== "localBuy") return askWarehouse(c, row);
    const parts = allocate(
      row.localCost,
      row.items.map((l) => l.qty),
    );
    const costs = new Map(row.items.map((l, i) => [l.skuId, parts[i] ?? "0"]));
    await goodsLeft(c, row, cooperation, costs);
  },
});

/** Another delivery of the same carrier with this number; who asks for the same number waits. */
async function otherWith(
  { sql, tenantId }: RuleContext,
  { id }: Deliver,
  no: string,
  channel: unknown,
) {
  await lockAdvisory(sql, "sampleTracking", `${tenantId}/${no}`);
  const other = await sql.one<{ no: string }>(
    `select d.no from deliver d left join logistics_channel h on h.id = d.logistics_channel_id
     where d.tenant_id = $1 and d.tracking_no = $2 and d.id <> $3 and d.del_flag = 0
       and h.carrier_code is not distinct from (select carrier_code from logistics_channel
         where id = $4) limit 1`,
    [tenantId, no, id, channel ?? null],
  );
  return other?.no;
}

/** 登记物流: once, since its freight is a cost of that day. */
const ship = transition(deliver, "ship", {
  lock: async (c, row) => ({ cooperation: await cooperationOf(c, row.cooperationId) }),
  guard: ({ row }) => row.freightDone && "已登记物流，不能重复登记",
  async effect(c, { row, cooperation }, { logisticsChannelId, trackingNo, freight }) {
    const other = await otherWith(c, row, trackingNo, logisticsChannelId);
    if (other) throw conflict(`运单号已用于 ${other}`);
    await c.sql.query(
      `update deliver set logistics_channel_id = $2, tracking_no = $3, freight = $4,
         freight_done = true where id = $1`,
      [row.id, logisticsChannelId ?? null, trackingNo, freight],
    );
    await recount(c, row.cooperationId);
    await postPromoFee(c, cooperation, {
      ...{ source: "kolFreight", no: row.no, day: today(), amount: freight },
      weights: new Map(row.items.map((l) => [l.skuId, l.qty])),
    });
  },
});

const sign = transition(deliver, "sign", {
  check({ row }, { signTime }) {
    const time = signTime ?? now();
    if (time < (row.shipTime ?? "")) return "签收时间不能早于发出时间";
    return time > now() && "签收时间不能晚于现在";
  },
  async effect({ sql }, { row }, { signTime }) {
    await sql.query(
      "update deliver set sign_time = $2::timestamp at time zone 'Asia/Shanghai' where id = $1",
      [row.id, signTime ?? now()],
    );
  },
});

const exception = transition(deliver, "exception", {
  async effect({ sql }, { row }, { reason }) {
    await sql.query("update deliver set exception_reason = $2 where id = $1", [row.id, reason]);
  },
});

/** What went wrong may be sent once more. */
const resend = transition(deliver, "resend", {
  lock: async (c, row) => ({ cooperation: await cooperationOf(c, row.cooperationId) }),
  guard({ row, cooperation }) {
    requireRunning(cooperation);
    return row.resent && "已补寄，不能再次补寄";
  },
  async effect(c, { row }) {
    await c.sql.query("update deliver set resent = true where id = $1", [row.id]);
    const made = await createDraft(c, deliver, {
      ...{ cooperationId: row.cooperationId, deliverType: row.deliverType },
      ...{ warehouseId: row.warehouseId, expectReturn: row.expectReturn, resendOf: row.no },
      items: row.items.map((l) => ({ skuId: l.skuId, qty: l.qty })),
    });
    await link(c, { type: deliver.name, id: row.id }, { type: deliver.name, id: made.id });
  },
});

/** The stock-out that a delivery waits for. */
const stockOutOf = ({ sql }: RuleContext, { id }: Deliver) =>
  sql.one<{ id: string }>(
    `select id from other_out where maker_document = 'deliver' and maker_id = $1
       and status in ('auditing', 'approved') and del_flag = 0`,
    [id],
  );

const voided = transition(deliver, "void", {
  async effect(c, { row }, { reason }) {
    const out = await stockOutOf(c, row);
    if (out) await endMade(c, otherOut, out.id, reason);
  },
});

/** What people do with a delivery. */
export const deliverTransitions = [
  ...[submit, ship, sign, exception, resend, voided],
  transition(deliver, "unmask", wholeAddress(deliver, "recipient")),
];
