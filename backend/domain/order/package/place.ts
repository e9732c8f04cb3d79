import { connectorFor } from "#backend/engine/connect/connector";
import type { RuleContext } from "#backend/engine/documents";
import type { RowOf } from "#documents/kit";
import type { packageOrder } from "#documents/order/package-order";

/** A row of a package with its lines. */
export type PackageRow = RowOf<typeof packageOrder>;

/** Who sends a package, and over which connection it is told. */
export interface PackagePlace {
  /** System that runs the warehouse; none: our own people do. */
  provider: string | null;
  /** The warehouse is not ours: it must be told. */
  outside: boolean;
  /** Connection to the warehouse, of one of ours to the carrier of the channel. */
  connectorId: string | null;
  maxDeclaredUsd: string | null;
}

/** Where a package lies, and who is told to send it. */
export async function placeOf(
  c: RuleContext,
  row: Pick<PackageRow, "warehouseId" | "logisticsChannelId">,
): Promise<PackagePlace> {
  const { sql, tenantId } = c;
  const place = await sql.one<Omit<PackagePlace, "connectorId"> & { carrierId: string | null }>(
    `select nullif(w.provider, '') as provider,
       w.kind = 'thirdParty' or coalesce(w.provider, '') <> '' as outside,
       h.max_declared_usd::text as "maxDeclaredUsd", k.id as "carrierId"
     from warehouse w left join logistics_channel h on h.id = $2 and h.del_flag = 0
       left join connector k on k.id = h.connector_id and k.enabled and k.del_flag = 0
     where w.id = $1`,
    [row.warehouseId, row.logisticsChannelId],
  );
  if (!place) return { provider: null, outside: false, connectorId: null, maxDeclaredUsd: null };
  const { carrierId, ...own } = place;
  if (!own.outside) return { ...own, connectorId: carrierId };
  if (!own.provider) return { ...own, connectorId: null };
  const told = await connectorFor(
    { sql, tenantId },
    { provider: own.provider, warehouseId: row.warehouseId ?? undefined },
  );
  return { ...own, connectorId: told?.id ?? null };
}
