import dayjs from "dayjs";
import {
  createDraft,
  link,
  lockRow,
  moveTo,
  patch,
  type RuleContext,
  rules,
  transition,
} from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, today } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { fbaClaim } from "#documents/logistics/fba-claim";
import { fbaReimbursement } from "#documents/logistics/fba-reports";
import type { transfer } from "#documents/logistics/transfer";
import { otherIn } from "#documents/wms/other-in";

/** Days within which the platform takes a claim, from when the loss was seen. */
const CLAIMED_WITHIN = 60;
/** The platform's day may be the one before ours. */
const ZONES_APART = 1;
/** Days within which a reimbursement answers one. */
const PAID_WITHIN = 90;

/** What the platform calls a payment for what a claim is about. */
const REASONS = {
  inbound: ["LOST_INBOUND", "DAMAGED_INBOUND"],
  warehouse: ["LOST_WAREHOUSE"],
  damaged: ["DAMAGED_WAREHOUSE"],
  returned: ["CUSTOMERRETURN"],
} as const;

const until = (day: string) => dayjs(day).add(CLAIMED_WITHIN, "day").format("YYYY-MM-DD");

type ClaimedTransfer = Pick<RowOf<typeof transfer>, "id" | "storeId" | "shipmentId">;
/** What a line of a transfer to the platform lost. */
interface ClaimedLine {
  id: string;
  skuId: string;
  msku: string | null;
  lostQty: number;
  lostAmount: string | null;
}

/** A transfer to the platform is closed short: what did not come in is claimed, a document for each line. */
export async function openClaims(
  c: RuleContext,
  { id: transferId, ...to }: ClaimedTransfer,
  lines: readonly ClaimedLine[],
): Promise<void> {
  if (!to.storeId) return;
  for (const line of lines.filter(({ lostQty, msku }) => lostQty > 0 && msku)) {
    const made = await createDraft(c, fbaClaim, {
      storeId: to.storeId,
      kind: "inbound",
      shipmentId: to.shipmentId,
      transferId,
      msku: line.msku,
      skuId: line.skuId,
      missingQty: line.lostQty,
      bookAmount: line.lostAmount,
      sourceLine: line.id,
    });
    await link(c, { type: "transfer", id: transferId }, { type: "fba_claim", id: made.id });
  }
}

interface ClaimPayment {
  id: string;
  qty: number;
  amount: string;
  currency: string | null;
}

/**
 * What the platform says that it paid, kept until the transaction ends; nothing where another claim has it.
 * @throws Refusal 409 for one of another store, or that takes back
 */
async function paymentOf(c: RuleContext, id: string, storeId: string): Promise<ClaimPayment | undefined> {
  const row = await lockRow(c, fbaReimbursement, id, { anyScope: true });
  const pays = dec(row.amount).gt(0) || (row.stockQty ?? 0) > 0;
  if (row.storeId !== storeId || !pays) throw conflict("该赔偿记录不是这家店铺的，或不是付给我们的");
  const used = "select 1 from fba_claim where tenant_id = $1 and reimbursement_id = $2 and del_flag = 0";
  if (await c.sql.one(used, [c.tenantId, id])) return undefined;
  return { id, qty: row.totalQty ?? 0, amount: row.amount, currency: row.currency };
}

const settle = (c: RuleContext, id: string, { id: reimbursementId, qty, amount, currency }: ClaimPayment) =>
  patch(c, fbaClaim, id, { reimbursementId, paidQty: qty, paidAmount: amount, currency });

/** Payments of stores that answer a claim: by its case, else by goods, kind and pieces. $1 tenant, $2 stores */
const ANSWERED = `
  select k.id::text as "claimId", r.id::text as "paidId"
  from fba_claim k join fba_reimbursement r on r.tenant_id = k.tenant_id and r.store_id = k.store_id and r.del_flag = 0
    and (r.amount > 0 or r.stock_qty > 0)
    and (k.case_no = r.case_no or lower(k.msku) = lower(r.fact_sku) and r.total_qty = k.missing_qty - coalesce(k.found_qty, 0)
      and r.reason = any(array(select jsonb_array_elements_text($3::jsonb -> k.kind)))
      and r.approval_day between k.lost_day - ${ZONES_APART} and k.lost_day + ${PAID_WITHIN})
  where k.tenant_id = $1 and k.store_id = any($2::bigint[]) and k.status in ('open', 'submitted') and k.del_flag = 0
    and not exists (select 1 from fba_claim o where o.tenant_id = k.tenant_id and o.reimbursement_id = r.id and o.del_flag = 0)
  order by (k.case_no = r.case_no) desc nulls last, k.lost_day, k.id, r.approval_day, r.id`;

/** Reimbursements came: claims that they answer are paid, each by one. The caller holds `lockReimbursements`. */
export async function settleClaims(c: RuleContext, storeIds: readonly string[]): Promise<void> {
  const found = await c.sql.query<{ claimId: string; paidId: string }>(ANSWERED, [
    c.tenantId,
    storeIds,
    JSON.stringify(REASONS),
  ]);
  for (const { claimId, paidId } of found) {
    const row = await lockRow(c, fbaClaim, claimId, { anyScope: true });
    if (row.status !== "open" && row.status !== "submitted") continue;
    const paid = await paymentOf(c, paidId, row.storeId);
    if (!paid) continue;
    await settle(c, row.id, paid);
    await moveTo(c, fbaClaim, row.id, "reimbursed", "平台已赔偿");
  }
}

const file = transition(fbaClaim, "file", {
  guard: ({ row }) => (row.attachments?.length ? undefined : "请先上传证明文件（装箱单、签收单、采购发票等）"),
  async effect(c, { row }, { caseNo, submitDay }) {
    await patch(c, fbaClaim, row.id, { caseNo, submitDay: submitDay || today() });
  },
});

const paid = transition(fbaClaim, "paid", {
  async effect(c, { row }, { reimbursementId }) {
    const paid = await paymentOf(c, reimbursementId, row.storeId);
    if (!paid) throw conflict("该赔偿记录已用于另一张索赔单");
    await settle(c, row.id, paid);
  },
});

const refuseMore = ({ row }: { row: RowOf<typeof fbaClaim> }, { foundQty }: { foundQty: number }) =>
  foundQty > row.missingQty ? invalidAt("foundQty", "找回数量不能大于缺少数量") : undefined;

/** The platform lost them of what it had: our books have them all the while. */
const isKept = ({ kind }: Pick<RowOf<typeof fbaClaim>, "kind">) => kind === "warehouse" || kind === "damaged";

/** Goods that turned up at the platform, and that our books have never written off. */
const turnedUp = transition(fbaClaim, "turnedUp", {
  guard: ({ row }) => (isKept(row) ? undefined : "这些货物已从库存中冲销，找回须生成入库单"),
  check: refuseMore,
  async effect(c, { row }, { foundQty }) {
    await patch(c, fbaClaim, row.id, { foundQty });
  },
});

/** Goods that turned up come in at what they were written off with. */
const found = transition(fbaClaim, "found", {
  guard: ({ row }) => (isKept(row) ? "这些货物没有从库存中减去过，找回不生成入库单" : undefined),
  check: refuseMore,
  async effect(c, { row }, { foundQty }) {
    const place = await c.sql.one<{ id: string }>(
      `select w.id::text as id from warehouse w left join transfer t on t.id = $2 and t.to_warehouse_id = w.id
       where w.tenant_id = $1 and w.kind = 'fba' and w.store_id = $3 and w.del_flag = 0
       order by t.id is null, w.id limit 1`,
      [c.tenantId, row.transferId, row.storeId],
    );
    if (!place) throw conflict("店铺没有FBA仓，请先在仓库中登记");
    const made = await createDraft(c, otherIn, {
      inType: "adjust",
      warehouseId: place.id,
      sourceNo: row.no,
      reason: `FBA索赔${row.no}找回`,
      items: [
        {
          skuId: row.skuId,
          goodQty: foundQty,
          badQty: 0,
          unitCost: row.bookAmount && dec(row.bookAmount).div(row.missingQty).toFixed(6),
        },
      ],
    });
    await link(c, { type: "fba_claim", id: row.id }, { type: "other_in", id: made.id });
    await patch(c, fbaClaim, row.id, { foundQty });
  },
});

const reject = transition(fbaClaim, "reject", {
  async effect(c, { row }, { reason }) {
    await patch(c, fbaClaim, row.id, { answer: reason });
  },
});

/** FBA索赔 (figures.md D.6). */
export const fbaClaimRules = rules(fbaClaim, {
  expressions: { settlementId: "(select r.settlement_id from fba_reimbursement r where r.id = t.reimbursement_id)" },
  async beforeSave(c, next, before) {
    const { storeId, msku } = { ...before, ...next };
    const known = await c.sql.one<{ skuId: string }>(
      `select sku_id::text as "skuId" from sku_listing
       where tenant_id = $1 and store_id = $2 and msku = $3 order by del_flag, id limit 1`,
      [c.tenantId, storeId, msku],
    );
    // A transfer says its own goods, by a name that was typed where the store has none for them.
    const sent = next.transferId ?? before?.transferId;
    if (!known && !sent) throw invalidAt("msku", `店铺没有MSKU ${msku}`);
    if (!sent) next.skuId = known?.skuId;
    const lostDay = String((next.lostDay ?? before?.lostDay) || today());
    next.lostDay = lostDay;
    next.deadline = (next.deadline ?? before?.deadline) || until(lostDay);
  },
  transitions: [file, paid, found, turnedUp, reject],
});
