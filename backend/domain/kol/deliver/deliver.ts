import { z } from "zod";
import { wholeAddress } from "#backend/domain/personal/unmask";
import type { MadeEnd, RuleContext } from "#backend/engine/documents";
import { createDraft, link, lockWhole, moveTo, patch, rules, transition } from "#backend/engine/documents";
import { type HoldingDraft, saidDrafts } from "#backend/engine/documents/around/drafts";
import { endMade } from "#backend/engine/documents/lifecycle/end-made";
import { notify } from "#backend/engine/notices/notify";
import { lockAdvisory } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { copyAddress } from "#backend/platform/personal/address";
import { allocate, now, today } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { deliver } from "#documents/kol/deliver";
import { otherOut } from "#documents/wms/other-out";
import {
  type Cooperation,
  cooperationOf,
  lockAround,
  lockCooperations,
  requireRunning,
} from "../cooperation/attribution";
import { recount } from "../cooperation/figures";
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
async function otherWith({ sql, tenantId }: RuleContext, { id }: Deliver, no: string, channel: unknown) {
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
    await patch(c, deliver, row.id, {
      logisticsChannelId: logisticsChannelId ?? null,
      trackingNo,
      freight,
      freightDone: true,
    });
    await recount(c, row.cooperationId);
    await postPromoFee(c, cooperation, {
      source: "kolFreight",
      no: row.no,
      day: today(),
      amount: freight,
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
    await patch({ sql }, deliver, row.id, { signTime: signTime ?? now() });
  },
});

const exception = transition(deliver, "exception", {
  async effect({ sql }, { row }, { reason }) {
    await patch({ sql }, deliver, row.id, { exceptionReason: reason });
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
    await patch(c, deliver, row.id, { resent: true });
    const made = await createDraft(c, deliver, {
      cooperationId: row.cooperationId,
      deliverType: row.deliverType,
      warehouseId: row.warehouseId,
      expectReturn: row.expectReturn,
      resendOf: row.no,
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
const deliverTransitions = [
  submit,
  ship,
  sign,
  exception,
  resend,
  voided,
  transition(deliver, "unmask", wholeAddress(deliver, "recipient")),
];

type DeliverDraft = DraftOf<typeof deliver>;
type DeliverLine = LineDraft<typeof deliver, "items">;

/** Pieces of each SKU on other living deliveries; what was sent once more does not count twice. */
async function onTheirWay({ sql }: RuleContext, cooperationId: string, own?: string) {
  const rows = await sql.query<{ id: string; qty: number }>(
    `select l.sku_id as id, sum(l.qty)::int as qty from deliver_line l
       join deliver d on d.id = l.deliver_id and d.del_flag = 0
     where d.cooperation_id = $1 and d.status <> 'void' and not d.resent and l.del_flag = 0
       and d.id is distinct from $2 group by 1`,
    [cooperationId, own ?? null],
  );
  return new Map(rows.map((r) => [r.id, r.qty]));
}

/** What may still be sent of each product. */
async function leftToSend(c: RuleContext, row: Cooperation, own?: string) {
  const sent = await onTheirWay(c, row.id, own);
  return new Map(row.products.map((p) => [p.skuId, p.sampleQty - (sent.get(p.skuId) ?? 0)]));
}

/** Deliveries of a cooperation that nobody submitted and that hold samples. */
const draftsOf = ({ sql }: RuleContext, cooperationId: string, own?: string) =>
  sql.query<HoldingDraft>(
    `select no, status, total_qty as held from deliver
     where cooperation_id = $1 and status in ('draft', 'rejected') and not resent and del_flag = 0
       and id is distinct from $2 order by id`,
    [cooperationId, own ?? null],
  );

/** @throws Refusal for a SKU that is no product of the cooperation, twice, or more than is left */
function requireLines(
  lines: readonly DeliverLine[],
  left: ReadonlyMap<string, number>,
  drafts: readonly HoldingDraft[],
) {
  const seen = new Set<string>();
  for (const [i, { skuId, qty }] of lines.entries()) {
    const rest = left.get(String(skuId));
    if (rest === undefined) throw invalidAt(`items.${i}.skuId`, "SKU不是该合作的产品");
    if (seen.has(String(skuId))) throw invalidAt(`items.${i}.skuId`, "SKU重复");
    seen.add(String(skuId));
    if ((qty ?? 0) > rest) throw conflict(`超出可寄样数量${saidDrafts(deliver, drafts)}`);
  }
}

/** Completes a delivery before it is written. */
async function complete(c: RuleContext, next: DeliverDraft, before?: RowOf<typeof deliver>) {
  const whole = { ...before, ...next };
  const row = await cooperationOf(c, whole.cooperationId);
  requireRunning(row);
  const own = before?.ownerId ?? row.ownerId ?? c.caller.userId;
  if (!before && c.caller.scope.kind !== "all" && own !== c.caller.userId) throw conflict("只能为本人负责的合作寄样");
  const items: readonly DeliverLine[] = whole.items ?? [];
  const left = await leftToSend(c, row, before?.id);
  requireLines(items, left, await draftsOf(c, row.id, before?.id));
  const local = whole.deliverType === "localBuy";
  if (!local && !whole.warehouseId) throw invalidAt("warehouseId", "请选择发货仓库");
  if (!whole.expectReturn) next.returnDate = null;
  const words = new Map(row.products.map((p) => [p.skuId, p]));
  if (next.items)
    next.items = next.items.map((l) => {
      const { skuCode, skuName } = words.get(String(l.skuId)) ?? {};
      return { ...l, skuCode, skuName };
    });
  Object.assign(next, {
    starId: row.starId,
    ownerId: own,
    ...(local && { warehouseId: null }),
    ...(!local && { localCost: null }),
    totalQty: items.reduce((n, l) => n + (l.qty ?? 0), 0),
    skuQtys: items.map((l) => `${words.get(String(l.skuId))?.skuCode}×${l.qty}`).join(" "),
  });
}

const told = z.object({ costs: z.record(z.string(), z.string()) });

/** The warehouse sent it, or will not: then it is a draft again. */
async function stockOutEnded(c: RuleContext, { event, makerId, no, values, reason }: MadeEnd) {
  const row = await lockWhole(c, deliver, makerId, { anyScope: true });
  if (row.status !== "pending" || row.outStockNo !== no) return;
  if (event === "done") {
    await moveTo(c, deliver, row.id, "shipped", "仓库出库");
    const { costs } = told.parse(values);
    const cooperation = await cooperationOf(c, row.cooperationId);
    return goodsLeft(c, row, cooperation, new Map(Object.entries(costs)));
  }
  if (event !== "returned" && event !== "void") return;
  await moveTo(c, deliver, row.id, "draft", "样品出库单未通过");
  await patch(c, deliver, row.id, { outStockNo: null });
  await notify(c.sql, {
    tenantId: c.tenantId,
    userIds: row.ownerId ? [row.ownerId] : [],
    title: `寄样${row.no}的样品出库单${no}未通过`,
    pushDescribe: reason || "样品出库单已撤回或作废，寄样回到草稿",
    bizPath: deliver.screens.detail.replace("{id}", row.id),
  });
}

/** 红人寄样 (market.md 2). */
export const deliverRules = rules(deliver, {
  beforeNumber: (c, { cooperationId }) => lockCooperations(c, cooperationId ? [cooperationId] : []),
  beforeSave: complete,
  async afterSave(c, id, next, before) {
    const [starId, cooperationId] = [next.starId ?? before?.starId, next.cooperationId ?? before?.cooperationId];
    if (starId)
      await copyAddress(c.sql, {
        from: { table: "star", column: "address", id: starId },
        to: { table: deliver.table, column: "recipient", id },
      });
    if (cooperationId && !before) await link(c, { type: "cooperation", id: cooperationId }, { type: deliver.name, id });
  },
  async prefill(c, { cooperationId = [] }) {
    const row = await cooperationOf(c, cooperationId[0]);
    const left = await leftToSend(c, row);
    return {
      cooperationId: row.id,
      cooperationName: row.no,
      deliverType: "warehouse",
      items: row.products.flatMap((p) => {
        const qty = Math.min(left.get(p.skuId) ?? 0, 20);
        return qty > 0 ? [{ skuId: p.skuId, $skuId: p.skuCode, skuName: p.skuName, qty }] : [];
      }),
    };
  },
  lockAlong: (c, ids) => lockAround(c, "deliver", ids),
  onMadeEnded: stockOutEnded,
  transitions: deliverTransitions,
});
