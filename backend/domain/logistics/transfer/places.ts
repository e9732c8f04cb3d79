import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import type { DraftOf } from "#documents/kit";
import type { transfer } from "#documents/logistics/transfer";
import { transferKinds, transferTypes } from "#documents/logistics/transfer-words";

type TransferWhole = DraftOf<typeof transfer>;

export interface Warehouse {
  id: string;
  name: string;
  kind: string;
  enabled: boolean;
  country: string | null;
  address: string | null;
  storeId: string | null;
}

/** The two warehouses of a transfer; they stay as they are until the transaction ends. */
export interface Places {
  from: Warehouse | undefined;
  to: Warehouse | undefined;
}

/** Reads them. */
export async function placesOf(c: RuleContext, whole: TransferWhole): Promise<Places> {
  const rows = await c.sql.query<Warehouse>(
    `select id, name, kind, enabled, country, address, store_id as "storeId" from warehouse
     where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0
     order by id ${keep(c.sql, "warehouse", "share")}`,
    [[whole.fromWarehouseId ?? null, whole.toWarehouseId ?? null], c.tenantId],
  );
  const found = (id: string | null | undefined) => rows.find((row) => row.id === id);
  return { from: found(whole.fromWarehouseId), to: found(whole.toWarehouseId) };
}

/** Both are in use, and of the kinds that the type joins. @throws Refusal 400 at the field */
export function requirePlaces({ transferType }: TransferWhole, { from, to }: Places): void {
  if (!from) throw invalidAt("fromWarehouseId", "请选择调出仓");
  if (!to) throw invalidAt("toWarehouseId", "请选择调入仓");
  if (from.id === to.id) throw invalidAt("toWarehouseId", "调入仓不能与调出仓相同");
  if (!from.enabled) throw invalidAt("fromWarehouseId", `${from.name}已停用`);
  if (!to.enabled) throw invalidAt("toWarehouseId", `${to.name}已停用`);
  if (!transferType || !(transferType in transferTypes)) throw invalidAt("transferType", "请选择类型");
  const kinds = transferKinds[transferType];
  if (!kinds.from.includes(from.kind) || !kinds.to.includes(to.kind))
    throw invalidAt("toWarehouseId", "仓库类型与调拨类型不匹配");
}

/** The city that an address names. */
const cityOf = (address: string | null) => /([^省市区\s]{2,10}市)/.exec(address ?? "")?.[1];

/** Do both warehouses stand in one city, so that goods are there when they leave? */
export function inOneCity({ from, to }: Places): boolean {
  const city = cityOf(from?.address ?? null);
  return !!city && city === cityOf(to?.address ?? null);
}

/** Do goods cross a border between them? */
export const crossesBorder = ({ from, to }: Places): boolean => from?.country !== to?.country;

/** Goods go to Amazon. */
export const toFba = (type: string | null | undefined): boolean => type === "3" || type === "4";

/** Goods of this type travel in boxes whose measures must be known. */
export const isBoxed = (type: string | null | undefined): boolean => type === "2" || type === "3" || type === "4";
