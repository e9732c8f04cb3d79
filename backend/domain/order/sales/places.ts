import { moveTo, patch, type RuleContext, transition } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { salesOrder } from "#documents/order/sales-order";
import { type DraftPart, rebuildDrafts } from "../package/drafts";
import { type PackageOf, packagesOf } from "../package/packages";

type SaleRow = RowOf<typeof salesOrder>;

const BEYOND = new Set(["reserved", "sent", "labelled", "failed"]);

/** A package that is held already keeps its order as it is. */
export const beyondDraft = ({ packages }: { packages: readonly PackageOf[] }) => {
  const held = packages.find((p) => BEYOND.has(p.status));
  return held && `包裹${held.no}已预留或下发，请先反审核`;
};

export const withPackages = async (c: RuleContext, row: SaleRow) => ({ packages: await packagesOf(c, row.id) });

/** The drafts of an order as they are, and one more for what lies in none. */
export async function partsOf(
  { sql }: RuleContext,
  row: SaleRow,
  packages: readonly PackageOf[],
): Promise<DraftPart[]> {
  const parts: DraftPart[] = packages
    .filter((p) => p.status === "draft")
    .map(({ warehouseId, channelId, lines }) => ({ warehouseId, channelId, lines }));
  const rest = await sql.query<{ orderLineId: string; skuId: string; qty: number }>(
    `select id as "orderLineId", sku_id as "skuId", qty - allocated_qty as qty from sales_order_line
     where sales_order_id = $1 and del_flag = 0 and qty > allocated_qty order by line_no, id`,
    [row.id],
  );
  if (rest.length) parts.push({ warehouseId: null, channelId: null, lines: rest });
  return parts;
}

interface Channel {
  enabled: boolean;
  warehouseIds: string[];
  countries: string[];
  maxWeightKg: string | null;
  maxDeclaredUsd: string | null;
}

const channelOf = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.one<Channel>(
    `select enabled, warehouse_ids::text[] as "warehouseIds", countries,
       max_weight_kg::text as "maxWeightKg", max_declared_usd::text as "maxDeclaredUsd"
     from logistics_channel where id = $1 and tenant_id = $2 and del_flag = 0`,
    [id, tenantId],
  );

/** What a package weighs and is declared as. */
const burden = ({ sql }: RuleContext, lines: DraftPart["lines"]) =>
  sql.one<{ kg: string; usd: string }>(
    `select coalesce(sum(x.qty * k.gross_weight_g) / 1000, 0)::text as kg,
       coalesce(sum(x.qty * k.declare_price), 0)::text as usd
     from unnest($1::bigint[], $2::int[]) x(sku_id, qty) join sku k on k.id = x.sku_id`,
    [lines.map((l) => l.skuId), lines.map((l) => l.qty)],
  );

const allows = (list: readonly string[], value: string | null) =>
  !list.length || (value !== null && list.includes(value));

/** Why a channel does not take a package of an order to this country; nothing: it does. */
async function notCarried(c: RuleContext, part: DraftPart, country: string | null) {
  const channel = part.channelId ? await channelOf(c, part.channelId) : undefined;
  if (!channel?.enabled) return "物流渠道已停用";
  if (part.warehouseId && !allows(channel.warehouseIds, part.warehouseId)) return "该物流不支持此仓库或国家";
  if (!allows(channel.countries, country)) return "该物流不支持此仓库或国家";
  const { kg = "0", usd = "0" } = (await burden(c, part.lines)) ?? {};
  if (channel.maxWeightKg !== null && dec(kg).gt(channel.maxWeightKg)) return "包裹重量超过渠道上限";
  if (channel.maxDeclaredUsd !== null && dec(usd).gt(channel.maxDeclaredUsd)) return "申报金额超过渠道上限";
  return undefined;
}

const countryOf = async ({ sql }: RuleContext, id: string) =>
  (
    await sql.one<{ country: string | null }>(
      `select coalesce(o.receiver_country, i.site_code) as country
       from sales_order o left join site i on i.id = o.site_id where o.id = $1`,
      [id],
    )
  )?.country ?? null;

/** Packs an order so; with a warehouse and a channel for everything, nothing keeps it any more. */
async function place(c: RuleContext, row: SaleRow, parts: readonly DraftPart[]) {
  await rebuildDrafts(c, row.id, parts);
  if (!parts.length || parts.some((p) => !p.warehouseId || !p.channelId)) return;
  if (row.exceptionCode === "SYNC") return;
  await patch(c, salesOrder, row.id, { exceptionCode: null });
  await moveTo(c, salesOrder, row.id, "pendingAudit", "已定仓库与物流");
}

/** 改仓库: of every package; a channel that does not leave from there is chosen anew. */
const setWarehouse = transition(salesOrder, "setWarehouse", {
  lock: withPackages,
  guard: beyondDraft,
  async effect(c, { row, packages }, { warehouseId }) {
    const found = await c.sql.one<{ enabled: boolean; name: string }>(
      "select enabled, name from warehouse where id = $1 and tenant_id = $2",
      [warehouseId, c.tenantId],
    );
    if (!found?.enabled) throw conflict("仓库已停用");
    const country = await countryOf(c, row.id);
    const parts: DraftPart[] = [];
    for (const part of await partsOf(c, row, packages)) {
      const moved = { ...part, warehouseId };
      const lost = moved.channelId ? await notCarried(c, moved, country) : undefined;
      parts.push(lost ? { ...moved, channelId: null } : moved);
    }
    await place(c, row, parts);
  },
});

const setLogistics = transition(salesOrder, "setLogistics", {
  lock: withPackages,
  guard: beyondDraft,
  async effect(c, { row, packages }, { logisticsChannelId }) {
    const country = await countryOf(c, row.id);
    const parts = (await partsOf(c, row, packages)).map((p) => ({ ...p, channelId: logisticsChannelId }));
    for (const part of parts) {
      const reason = await notCarried(c, part, country);
      if (reason) throw conflict(reason);
    }
    await place(c, row, parts);
  },
});

export const placing = [setWarehouse, setLogistics];
