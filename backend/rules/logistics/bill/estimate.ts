import type { RuleContext } from "../../../documents/rules";
import { dec } from "../../../values/money";
import type { Share } from "./targets";

/** What is known of the freight of a transfer or delivery, CNY. */
export interface Known {
  estimate: string;
  /** Σ of bills that stand. */
  billed: string;
  /** A bill of its own, or of its container, stands: the estimate counts no more. */
  own: boolean;
  bills: number;
}

const ESTIMATES: Record<Share["document"], string> = {
  transfer: `select case when fee_currency is null then 0 else coalesce(freight_cny, 0) end::text as cny
    from transfer where id = $1`,
  delivery: `select coalesce(sum(s.freight_part), 0)::text as cny
    from wms_sign_line s join wms_sign h on h.id = s.wms_sign_id
      join delivery_line l on l.id = s.delivery_line_id
    where l.delivery_id = $1 and h.status <> 'reversed' and h.del_flag = 0 and s.del_flag = 0`,
};

/** What is known of one now; of what no bill is about yet, the freight that its goods bear is the estimate. */
export async function knownOf(
  { sql }: RuleContext,
  document: Share["document"],
  id: string,
): Promise<Known> {
  const kept = await sql.one<{ cny: string }>(
    `select case when currency is null then 0 else cny end::text as cny from logistics_estimate
     where document = $1 and target_id = $2`,
    [document, id],
  );
  const estimate = kept ?? (await sql.one<{ cny: string }>(ESTIMATES[document], [id]));
  const billed = await sql.one<{ amount: string; own: boolean; bills: number }>(
    `select coalesce(sum(amount), 0)::text as amount,
       coalesce(bool_or(source_type <> 'customs_declaration'), false) as own, count(*)::int as bills
     from logistics_share where document = $1 and target_id = $2 and not reversed`,
    [document, id],
  );
  return {
    estimate: estimate?.cny ?? "0",
    billed: billed?.amount ?? "0",
    own: billed?.own ?? false,
    bills: billed?.bills ?? 0,
  };
}

/** What the goods are to bear: bills, and the estimate while only other fees are billed. */
export const shownFee = ({ estimate, billed, own }: Known = NONE): string =>
  dec(billed)
    .plus(own ? 0 : estimate)
    .toFixed(2);

const NONE: Known = { estimate: "0", billed: "0", own: false, bills: 0 };
