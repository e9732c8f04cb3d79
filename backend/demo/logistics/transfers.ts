import dayjs from "dayjs";
import type { RuleContext, RuleValues } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { transfer } from "#documents/logistics/transfer";
import type { TransferType } from "#documents/logistics/transfer-words";
import { act, approveAll, asSystem, draft, keeperOf, personAt, whole } from "../acting";
import { workAgo } from "../clock";

/** How far a transfer comes. */
type TransferEnd =
  | ("draft" | "auditing" | "approved" | "packed" | "shipped")
  | ("partReceived" | "done" | "closed" | "void");

export interface TransferPlan {
  type: TransferType;
  from: string;
  to: string;
  /** Pieces of each of so many SKUs. */
  skus: number;
  qty: number;
  end: TransferEnd;
  mode?: string;
  /** Freight as the forwarder says it, CNY. */
  fee?: string;
  /** Days from today on which it leaves and arrives. */
  days: [ship: number, arrive: number];
}

const US = { type: "3", from: "WH-SZ", to: "FBA-US", mode: "sea" } as const;
const PLANS: readonly TransferPlan[] = [
  { type: "1", from: "WH-SZ", to: "WH-SAMPLE", skus: 3, qty: 2, end: "done", days: [-9, -9] },
  { type: "1", from: "WH-YW", to: "WH-SZ", skus: 4, qty: 12, end: "partReceived", days: [-4, -1] },
  { type: "1", from: "WH-SZ", to: "WH-YW", skus: 2, qty: 10, end: "auditing", days: [2, 4] },
  { ...US, skus: 3, qty: 24, end: "done", fee: "2380", days: [-34, -3] },
  { ...US, skus: 2, qty: 20, end: "closed", fee: "1460.5", days: [-40, -8] },
  { ...US, skus: 3, qty: 18, end: "shipped", days: [-12, 16], mode: "seaExpress" },
  { ...US, skus: 2, qty: 16, end: "packed", days: [1, 33] },
  { ...US, skus: 2, qty: 15, end: "approved", days: [3, 12], mode: "air" },
  { ...US, to: "FBA-DE", skus: 2, qty: 14, end: "packed", days: [2, 40] },
  { ...US, to: "FBA-DE", skus: 2, qty: 12, end: "draft", days: [6, 44] },
  { type: "2", from: "WH-SZ", to: "OS-LA", skus: 3, qty: 30, end: "done", mode: "sea", fee: "3120", days: [-50, -15] },
  { type: "2", from: "WH-SZ", to: "OS-LA", skus: 2, qty: 20, end: "packed", mode: "sea", days: [1, 36] },
  { type: "4", from: "OS-LA", to: "FBA-US", skus: 2, qty: 10, end: "shipped", mode: "truck", days: [-2, 3] },
  { type: "5", from: "OS-LA", to: "GC-W", skus: 1, qty: 8, end: "void", mode: "truck", days: [1, 2] },
];

/** How many more go abroad in the whole demonstration. */
const MORE = 32;
const MORE_ENDS = [
  "packed",
  "packed",
  "shipped",
  "done",
  "packed",
  "approved",
  "done",
  "packed",
  "shipped",
  "closed",
] as const;
/** Days from today on which one that comes so far leaves and arrives; each later one some days earlier. */
const MORE_DAYS: Record<(typeof MORE_ENDS)[number], TransferPlan["days"]> = {
  approved: [4, 38],
  packed: [2, 36],
  shipped: [-6, 28],
  done: [-42, -7],
  closed: [-45, -10],
};

/** What goes abroad week after week besides. */
const planAbroad = (n: number): TransferPlan => {
  const end = MORE_ENDS[n % MORE_ENDS.length] ?? "done";
  const [ship, arrive] = MORE_DAYS[end];
  const early = end === "approved" || end === "packed" ? 0 : n;
  return {
    ...US,
    to: n % 3 === 2 ? "FBA-DE" : "FBA-US",
    skus: 1 + (n % 2),
    qty: 6 + (n % 4) * 2,
    end,
    fee: end === "done" ? String(900 + n * 35) : undefined,
    days: [ship - early, arrive - Math.min(early, Math.max(0, arrive))],
  };
};

interface TransferPlace {
  id: string;
  country: string | null;
  storeId: string | null;
}

export const placeOf = (sql: Sql, code: string) =>
  sql.one<TransferPlace>(`select id, country, store_id as "storeId" from warehouse where code = $1 and tenant_id = 1`, [
    code,
  ]);

/** Days from what is planned to what leaves. */
const PREPARED = 3;

/** SKUs of which enough is free, whose cartons are known; for a store, those that it lists. */
export const skusOf = (sql: Sql, from: TransferPlace, to: TransferPlace, { skus, qty }: TransferPlan, skip: number) =>
  sql.query<{ id: string }>(
    `select k.id from stock t join sku k on k.id = t.sku_id
     where t.warehouse_id = $1 and t.available_qty >= $2 and k.pcs_per_carton > 0
       and k.status = 'approved' and k.sku_type = 'normal' and ($3::bigint is null or exists (
         select 1 from sku_listing l where l.sku_id = k.id and l.store_id = $3 and l.del_flag = 0
           and l.fnsku is not null))
     order by k.id offset $4 limit $5`,
    [from.id, qty, to.storeId, skip, skus],
  );

/** A forwarder's channel to a country; none where nobody has one yet. */
export const channelTo = (sql: Sql, { type, mode }: TransferPlan, { country }: TransferPlace) =>
  type === "2" || type === "3"
    ? sql.one<{ freightTemplateId: string; logisticsProviderId: string }>(
        `select id as "freightTemplateId", provider_id as "logisticsProviderId" from freight_template
         where status = 'enabled' and dest_country = $1 and billing_type = 'weight'
           and coalesce(cardinality(dest_zone), 0) = 0 and del_flag = 0
         order by transport_mode is distinct from $2, id limit 1`,
        [country, mode ?? null],
      )
    : undefined;

const WAY: readonly TransferEnd[] = ["draft", "auditing", "approved", "packed", "shipped"];
const reaches = (end: TransferEnd, step: TransferEnd) =>
  WAY.includes(end) ? WAY.indexOf(end) >= WAY.indexOf(step) : end !== "void" || step === "approved";

/** Pieces that a transfer in part, or one with a loss, takes in: all but a few of its first line. */
async function someOf(c: RuleContext, id: string, less: number) {
  const { items } = await whole(c, transfer, id);
  return items.map((line, i) => ({ lineId: line.id, goodQty: line.shippedQty - (i ? 0 : less), badQty: 0 }));
}

/** Takes a draft as far as it is to come. */
export async function lead(
  system: RuleContext,
  id: string,
  { type, end, fee, days: [ship, arrive] }: TransferPlan,
  from: TransferPlace,
  to: TransferPlace,
  past = false,
) {
  const clerk = await personAt(system, "logistics");
  const step = (c: RuleContext, action: string, input: RuleValues = {}) => act(c, "transfer", id, action, input);
  if (!reaches(end, "auditing")) return;
  await step(clerk, "submit");
  if (!reaches(end, "approved")) return;
  await approveAll(system, "transfer", id);
  if (end === "void") return step(clerk, "void", { reason: "改由国内直发" });
  // As late as its goods leave and come, where they have.
  if (past && ship < 0) await workAgo(system.sql, -ship);
  const sender = await keeperOf(system, from.id);
  if (type === "1" && end === "done") return step(sender, "direct");
  if (!reaches(end, "packed")) return;
  if (type !== "1") await step(sender, "pack");
  if (!reaches(end, "shipped")) return;
  await step(sender, "ship", { trackingNo: `${type === "4" ? "1Z" : "MSKU"}${70_000 + Number(id)}` });
  if (fee) await step(clerk, "setFee", { feeCurrency: "CNY", actualFreight: fee });
  if (end === "shipped") return;
  if (past) await workAgo(system.sql, -arrive);
  const receiver = await keeperOf(system, to.id);
  const items = await someOf(system, id, end === "done" ? 0 : end === "closed" ? 1 : 5);
  await step(receiver, "receive", { items });
  if (end === "closed") await step(clerk, "close", { reason: "到仓清点少一件，已向货代索赔" });
}

/** Transfers between several pairs of warehouses in all their states, by their own rules. */
export async function insertTransfers(sql: Sql, today: string, scale: number): Promise<number> {
  const system = asSystem(sql);
  const clerk = await personAt(system, "logistics");
  const day = (days: number) => dayjs(today).add(days, "day").format("YYYY-MM-DD");
  let count = 0;
  const abroad = Array.from({ length: Math.round(MORE * scale) }, (_, n) => planAbroad(n));
  for (const [i, plan] of [...PLANS, ...abroad].entries()) {
    const [from, to] = [await placeOf(sql, plan.from), await placeOf(sql, plan.to)];
    if (!from || !to) continue;
    const skus = await skusOf(sql, from, to, plan, plan.from === "OS-LA" ? 0 : i);
    const channel = await channelTo(sql, plan, to);
    if (!skus.length || (channel === undefined && (plan.type === "2" || plan.type === "3"))) continue;
    await workAgo(sql, plan.end === "draft" || plan.end === "auditing" ? 1 : PREPARED - Math.min(plan.days[0], 0));
    const made = await draft(clerk, transfer, {
      transferType: plan.type,
      fromWarehouseId: from.id,
      toWarehouseId: to.id,
      transportMode: plan.mode ?? null,
      ...channel,
      ...(to.storeId && {
        shipmentId: `FBA17DEMO${String(i + 10).padStart(3, "0")}`,
        referenceId: `4KQ${i}7XZL`,
        fcCode: plan.to === "FBA-DE" ? "LEJ1" : "ONT8",
      }),
      expectShipDate: day(plan.days[0]),
      expectArriveDate: day(plan.days[1]),
      items: skus.map(({ id: skuId }) => ({ skuId, goodQty: plan.qty, badQty: 0 })),
    });
    await lead(system, made.id, plan, from, to, true);
    count++;
  }
  return count;
}
