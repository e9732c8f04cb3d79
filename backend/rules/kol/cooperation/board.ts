import { cooperation } from "#documents/kol/cooperation";
import { visible } from "../../../documents/reading/where";
import type { RuleContext, Values } from "../../../documents/rules";

/** States that are worked on: the lanes of the board. */
const LANES = ["auditing", "approved", "published"] as const;
/** Cards of a lane. */
const MOST = 5;

/** The board above the list: what stands in each state, and what is due first of it. */
export async function board(c: RuleContext): Promise<Values> {
  const where = visible(cooperation, c.caller).and("t.status = any(?)", [...LANES]);
  const cards = await c.sql.query<Values & { status: string }>(
    `select * from (
       select t.id, t.no, t.status, s.star_name as star, t.platform, t.sku_codes as skus,
         t.publish_plan_date::text as due, t.payable_amount::text as payable,
         t.fee_currency as currency, count(*) over (partition by t.status)::int as total,
         row_number() over (partition by t.status order by t.publish_plan_date, t.id) as place
       from cooperation t join star s on s.id = t.star_id where ${where}) x
     where place <= ${MOST} order by place`,
    where.values,
  );
  return {
    lanes: LANES.map((state) => {
      const own = cards.filter(({ status }) => status === state);
      return { state, total: own[0]?.total ?? 0, cards: own };
    }),
  };
}
