import type { RuleContext, Values } from "../../../documents/rules";
import { dec } from "../../../values/money";

/** A line of the order as a change finds it. */
export interface Present extends Values {
  id: string;
  lineNo: number;
  skuId: string;
  skuCode: string;
  qty: number;
  price: string;
  taxRate: string;
  expectDate: string | null;
  turnLineId: string | null;
  awardId: string | null;
  planQty: number;
  deliveredQty: number;
  signedQty: number;
}

/** Lines of the order, locked in ascending order. */
export async function presentLines({ sql }: RuleContext, poId: string): Promise<Present[]> {
  await sql.query(
    `select id from purchase_order_line where purchase_order_id = $1 and del_flag = 0
     order by id for no key update`,
    [poId],
  );
  return sql.query<Present>(
    `select l.id, l.line_no as "lineNo", l.sku_id as "skuId",
       coalesce(l.sku_code, k.sku_code) as "skuCode", coalesce(l.sku_name, k.name) as "skuName",
       l.spec, coalesce(l.unit, k.unit) as unit, l.qty, l.price::text as price,
       l.tax_rate::text as "taxRate", l.expect_date as "expectDate", l.amount::text as amount,
       l.turn_line_id as "turnLineId", l.award_id as "awardId", l.plan_qty as "planQty",
       l.delivered_qty as "deliveredQty", l.signed_qty as "signedQty", l.remark
     from purchase_order_line l join sku k on k.id = l.sku_id
     where l.purchase_order_id = $1 and l.del_flag = 0 order by l.line_no, l.id`,
    [poId],
  );
}

/** Fewest pieces that a line may be cut to: what has come, is on its way or is planned. */
export const boundOf = (l: Present): number => Math.max(l.signedQty, l.deliveredQty, l.planQty);

/** Are two exact decimals different amounts? */
export const differs = (a: unknown, b: unknown) => !dec(a as string).eq(dec(b as string));
