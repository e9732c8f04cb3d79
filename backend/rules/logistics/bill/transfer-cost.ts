import type { RuleContext } from "../../../documents/rules";
import { setActualFreight } from "../transfer/fee";
import { knownOf, shownFee } from "./estimate";

interface Fee {
  currency: string | null;
  cny: string;
  amount: string;
  other: string;
}

/** Where the goods of transfers go. */
export const poolsOfTransfers = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query<{ warehouseId: string; skuId: string }>(
    `select distinct t.to_warehouse_id as "warehouseId", l.sku_id as "skuId"
     from transfer_line l join transfer t on t.id = l.transfer_id
     where t.id = any($1::bigint[]) and l.del_flag = 0 and l.shipped_qty > 0 order by 1, 2`,
    [ids],
  );

/** Keeps what was entered by hand, once, before the first bill takes its place. */
const keepEstimate = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.query(
    `insert into logistics_estimate (document, target_id, tenant_id, currency, amount, other, cny)
     select 'transfer', id, $2, fee_currency, coalesce(actual_freight, 0),
       coalesce(other_fee, 0), coalesce(freight_cny, 0)
     from transfer where id = $1 on conflict do nothing`,
    [id, tenantId],
  );

const dropEstimate = ({ sql }: RuleContext, id: string) =>
  sql.one<Fee>(
    `delete from logistics_estimate where document = 'transfer' and target_id = $1
     returning currency, amount::text as amount, other::text as other, cny::text as cny`,
    [id],
  );

const otherFee = (
  { sql }: RuleContext,
  id: string,
  { currency, other }: Pick<Fee, "currency" | "other">,
) =>
  sql.query("update transfer set fee_currency = $2, other_fee = $3 where id = $1", [
    ...[id, currency, other],
  ]);

/**
 * The freight of a locked transfer follows its bills: their sum in CNY, and its estimate as long as none
 * of them is about its freight. Without any the estimate stands again.
 */
export async function costTransfer(c: RuleContext, id: string): Promise<void> {
  const known = await knownOf(c, "transfer", id);
  if (!known.bills) {
    const fee = await dropEstimate(c, id);
    if (!fee) return;
    await otherFee(c, id, fee);
    await setActualFreight(c, id, { amount: fee.amount, currency: fee.currency ?? "CNY" });
    if (!fee.currency)
      await c.sql.query("update transfer set fee_currency = null, freight_cny = $2 where id = $1", [
        id,
        fee.cny,
      ]);
    return;
  }
  await keepEstimate(c, id);
  await otherFee(c, id, { currency: "CNY", other: "0" });
  await setActualFreight(c, id, { amount: shownFee(known), currency: "CNY" });
}
