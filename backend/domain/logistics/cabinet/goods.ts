import { link, patchMany, type RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { dec, param, r2, round, sum } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import type { cabinetCombination } from "#documents/logistics/cabinet-combination";
import { transfer } from "#documents/logistics/transfer";
import { DESTINATION } from "../gates";

/** What fits in a container: m³ that can be used, and kg. */
interface Capacity {
  usableM3: string;
  payloadKg: string;
}

const fact = (remarks: string | null, name: string) =>
  new RegExp(`(?:^|;)${name}=(\\d+(?:\\.\\d+)?)(?:;|$)`).exec(remarks ?? "")?.[1];

/**
 * What a type of container takes, as its dictionary item says (`volumeM3=76.3;payloadKg=26500`); of the
 * volume the share that can be used. Nothing: not a whole container, or one that is not described.
 */
async function capacityOf(
  { sql, tenantId }: RuleContext,
  loadType: string | null | undefined,
  containerType: string | null | undefined,
): Promise<Capacity | undefined> {
  if (loadType !== "fcl" || !containerType) return undefined;
  const item = await sql.one<{ remarks: string | null }>(
    `select remarks from sys_dict_item
     where tenant_id = $1 and dict_type = 'container_type' and value = $2 and del_flag = 0`,
    [tenantId, containerType],
  );
  const volume = fact(item?.remarks ?? null, "volumeM3");
  const payloadKg = fact(item?.remarks ?? null, "payloadKg");
  if (!volume || !payloadKg) throw conflict(`柜型${containerType}没有设置体积或载重`);
  const ratio = await param(sql, tenantId, "container_usable_ratio");
  return { usableM3: round(dec(volume).times(ratio), 4), payloadKg };
}

/** Percent of what fits; none where that is not known. */
const usage = (part: string, whole: string | undefined) =>
  whole && dec(whole).gt(0) ? r2(dec(part).div(whole).times(100)) : null;

/** What is in it as figures of the header. @throws Refusal 409 when it does not fit */
function measured(volume: string, weight: string, capacity: Capacity | undefined) {
  if (capacity && dec(volume).gt(capacity.usableM3))
    throw conflict(`体积${dec(volume)}m³超过可装${dec(capacity.usableM3)}m³`);
  if (capacity && dec(weight).gt(capacity.payloadKg)) throw conflict("重量超限");
  return {
    totalVolume: volume,
    totalWeight: weight,
    usableM3: capacity?.usableM3 ?? null,
    payloadKg: capacity?.payloadKg ?? null,
    volumeUsage: usage(volume, capacity?.usableM3),
    weightUsage: usage(weight, capacity?.payloadKg),
  };
}

export type Cabinet = RowOf<typeof cabinetCombination>;

/** A transfer as a container sees it. */
export interface GoodGoods {
  id: string;
  no: string;
  transferType: string;
  status: string;
  cabinetId: string | null;
  cabinetNo: string | null;
  country: string | null;
  destination: string | null;
  cartons: number;
  volumeM3: string;
  weightKg: string;
  chargeKg: string;
  /** What the goods cost, CNY: as they were sent, or as they lie in stock. */
  value: string;
  customsNo: string | null;
  customsStatus: string | null;
  customsCabinetId: string | null;
}

/** Transfers by id, in the order of the ids; `locked`: nobody changes them before the transaction ends. */
export async function goodsOf(
  { sql, tenantId }: RuleContext,
  ids: readonly string[],
  { locked = true } = {},
): Promise<GoodGoods[]> {
  const rows = await sql.query<GoodGoods>(
    `select t.id, t.no, t.transfer_type as "transferType", t.status, t.cabinet_id as "cabinetId",
       (select g.no from cabinet_combination g where g.id = t.cabinet_id) as "cabinetNo",
       ${DESTINATION} as country, concat_ws(' ', w.name, t.fc_code) as destination,
       coalesce(t.cartons, 0) as cartons, coalesce(t.volume_m3, 0)::text as "volumeM3",
       coalesce(t.actual_weight_kg, 0)::text as "weightKg",
       coalesce(t.charge_weight_kg, 0)::text as "chargeKg",
       coalesce(nullif(t.out_amount, 0), (
         select sum((l.good_qty + l.bad_qty) * s.avg_cost) from transfer_line l
           join stock s on s.warehouse_id = t.from_warehouse_id and s.sku_id = l.sku_id
         where l.transfer_id = t.id and l.del_flag = 0), 0)::text as value,
       d.no as "customsNo", d.status as "customsStatus", d.cabinet_id as "customsCabinetId"
     from transfer t join warehouse w on w.id = t.to_warehouse_id
       left join customs_declaration d on d.id = t.customs_id
     where t.id = any($1::bigint[]) and t.tenant_id = $2 and t.del_flag = 0
     order by t.id ${locked ? keep(sql, "transfer", "change", "t") : ""}`,
    [ids, tenantId],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** A container that transfers may join. */
interface GoodPlace {
  id?: string;
  destCountry?: string | null;
}

/** @throws Refusal 409 for a transfer that cannot go in this container */
export function requireJoins(goods: GoodGoods, { id, destCountry }: GoodPlace): void {
  const { no, transferType, status, cabinetId, cabinetNo, country } = goods;
  if (cabinetId && cabinetId !== id) throw conflict(`调拨单${no}已加入组柜单${cabinetNo}`);
  if (transferType !== "2" && transferType !== "3") throw conflict(`调拨单${no}不发往海外，不能组柜`);
  if (status !== "packed") throw conflict(`调拨单${no}未装箱，不能组柜`);
  if (country !== destCountry) throw conflict("目的国不一致");
}

/** Lines and figures of a container with these transfers in it. @throws Refusal 409 */
export async function loadOf(
  c: RuleContext,
  whole: GoodPlace & { loadType?: string | null; containerType?: string | null },
  ids: readonly string[],
) {
  const goods = await goodsOf(c, ids);
  if (goods.length < ids.length) throw conflict("调拨单不存在");
  const twice = goods.find((g, i) => goods.findIndex((other) => other.id === g.id) < i);
  if (twice) throw conflict(`调拨单${twice.no}重复`);
  for (const one of goods) requireJoins(one, whole);
  const capacity = await capacityOf(c, whole.loadType, whole.containerType);
  const volume = sum(
    goods.map((g) => g.volumeM3),
    4,
  );
  return {
    lines: goods.map(({ id: transferId, destination, cartons, volumeM3, weightKg }) => ({
      transferId,
      destination,
      cartons,
      volumeM3,
      weightKg,
    })),
    figures: {
      ...measured(volume, sum(goods.map((g) => g.weightKg)), capacity),
      totalCartons: goods.reduce((n, g) => n + g.cartons, 0),
      transferCount: goods.length,
      transferNos: goods.map((g) => g.no).join(" "),
    },
  };
}

/**
 * Writes into transfers that they are in this container, or no more.
 * @throws Refusal 409 when a declaration was made for it as it was
 */
export async function joinCabinet(
  c: RuleContext,
  id: string,
  { ids, before }: { ids: readonly string[]; before: readonly string[] },
): Promise<void> {
  const added = ids.filter((own) => !before.includes(own));
  const left = before.filter((own) => !ids.includes(own));
  if (!added.length && !left.length) return;
  const declared = await c.sql.one<{ no: string }>(
    `select no from customs_declaration where cabinet_id = $1 and tenant_id = $2 and del_flag = 0
       and status <> 'void' limit 1`,
    [id, c.tenantId],
  );
  if (declared) throw conflict(`组柜单已有报关单${declared.no}，不能加入或移除调拨单`);
  await patchMany(c, transfer, added, { cabinetId: id });
  await patchMany(c, transfer, left, { cabinetId: null });
  for (const transferId of added)
    await link(c, { type: "transfer", id: transferId }, { type: "cabinet_combination", id });
}

/** Sets the transfers of a container free. */
export async function freeGoods({ sql }: RuleContext, id: string): Promise<void> {
  await sql.query(`select id from transfer where cabinet_id = $1 order by id ${keep(sql, "transfer")}`, [id]);
  await sql.query("update transfer set cabinet_id = null where cabinet_id = $1", [id]);
}
