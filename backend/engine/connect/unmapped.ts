import type { Sql } from "#backend/platform/db";

/** A name of a system outside that nobody here knows. */
export interface Unknown {
  code: string;
  title: string | null;
  /** How many rows wait for it now. */
  count: number;
  sample: string;
  firstSeen: string;
  lastSeen: string;
}

interface UnmappedPlace {
  tenantId: string;
  source: string;
  storeId: string;
}

const WHERE = "tenant_id = $1 and kind = 'listing' and store_id = $2 and del_flag = 0";

/** Keeps names in the inbox, each once, with what waits for it; what was set aside stays so. */
export async function seeUnmapped(sql: Sql, place: UnmappedPlace, names: readonly Unknown[]) {
  const { tenantId, storeId, source } = place;
  for (const { code, title, count, sample, firstSeen, lastSeen } of names) {
    const known = await sql.one(
      `update feed_unmapped set seen_count = $4, last_seen = greatest(last_seen, $5),
         first_seen = least(first_seen, $6), title = coalesce($7, title), update_time = now(),
         status = case when status = 'ignored' then status else 'open' end
       where ${WHERE} and lower(code) = lower($3) returning id`,
      [tenantId, storeId, code, count, lastSeen, firstSeen, title],
    );
    if (!known)
      await sql.query(
        `insert into feed_unmapped (tenant_id, kind, store_id, source, code, title, seen_count,
           first_seen, last_seen, sample, status)
         values ($1, 'listing', $2, $3, $4, $5, $6, $7, $8, $9, 'open')`,
        [tenantId, storeId, source, code, title, count, firstSeen, lastSeen, sample],
      );
  }
}

/** A platform SKU of a store is known now; its rows are locked by the caller. */
export const settleUnmapped = (
  sql: Sql,
  tenantId: string,
  { storeId, code, skuId }: { storeId: string; code: string; skuId: string },
) =>
  sql.query(
    `update feed_unmapped set status = 'resolved', sku_id = $4, update_time = now()
     where tenant_id = $1 and kind = 'listing' and store_id = $2 and lower(code) = lower($3)
       and status <> 'resolved' and del_flag = 0`,
    [tenantId, storeId, code, skuId],
  );
