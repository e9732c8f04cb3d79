import type { RowOf } from "#documents/kit";
import type { cabinetCombination } from "#documents/logistics/cabinet-combination";
import { keep } from "../../../db/locks";
import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { sum } from "../../../values/money";
import { DESTINATION } from "../destination";
import { capacityOf, measured } from "./capacity";

export type Cabinet = RowOf<typeof cabinetCombination>;

/** A transfer as a container sees it. */
export interface Goods {
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
): Promise<Goods[]> {
  const rows = await sql.query<Goods>(
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
interface Place {
  id?: string;
  destCountry?: string | null;
}

/** @throws Refusal 409 for a transfer that cannot go in this container */
export function requireJoins(goods: Goods, { id, destCountry }: Place): void {
  const { no, transferType, status, cabinetId, cabinetNo, country } = goods;
  if (cabinetId && cabinetId !== id) throw conflict(`调拨单${no}已加入组柜单${cabinetNo}`);
  if (transferType !== "2" && transferType !== "3")
    throw conflict(`调拨单${no}不发往海外，不能组柜`);
  if (status !== "packed") throw conflict(`调拨单${no}未装箱，不能组柜`);
  if (country !== destCountry) throw conflict("目的国不一致");
}

/** Lines and figures of a container with these transfers in it. @throws Refusal 409 */
export async function loadOf(
  c: RuleContext,
  whole: Place & { loadType?: string | null; containerType?: string | null },
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
      ...{ transferId, destination, cartons, volumeM3, weightKg },
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
  await c.sql.query(
    "update transfer set cabinet_id = case when id = any($2::bigint[]) then null else $1::bigint end where id = any($3::bigint[])",
    [id, left, [...left, ...added]],
  );
  for (const transferId of added)
    await link(c, { type: "transfer", id: transferId }, { type: "cabinet_combination", id });
}

/** Sets the transfers of a container free. */
export async function freeGoods({ sql }: RuleContext, id: string): Promise<void> {
  await sql.query(
    `select id from transfer where cabinet_id = $1 order by id ${keep(sql, "transfer")}`,
    [id],
  );
  await sql.query("update transfer set cabinet_id = null where cabinet_id = $1", [id]);
}
