/**
 * Which pieces a sold SKU is made of: a combination of its parts, any other of itself. Columns: `sku_id`
 * and `sku_code` of what is sold, `piece_id`, and `per`, how many of that piece are in one. Everything
 * that turns what was sold into goods asks this: orders, their cost, stock at the platform,
 * replenishment, sales of a SKU.
 */
export const PIECES = `
  select s.id as sku_id, s.sku_code, s.id as piece_id, 1 as per, null::bigint as part_id
  from sku s
  where s.sku_type is distinct from 'combo'
    or not exists (select 1 from sku_combo_item c where c.sku_id = s.id and c.del_flag = 0)
  union all
  select s.id, s.sku_code, c.child_sku_id, c.qty, c.id
  from sku s join sku_combo_item c on c.sku_id = s.id and c.del_flag = 0
  where s.sku_type = 'combo'`;

/**
 * Expression of what one of a sold SKU costs to buy: the sum of its pieces. Null as soon as one of them
 * has no price.
 * @param sku expression of the SKU's id
 */
export const costOfPieces = (sku: string) => `
  (select case when count(*) = count(g.purchase_price) then sum(x.per * g.purchase_price) end
   from (${PIECES}) x join sku g on g.id = x.piece_id
   where x.sku_id = ${sku})`;

/**
 * Expression of the pieces of a SKU that were sold, by itself and in combinations.
 * @param sku expression of the SKU's id
 * @param facts condition on the trade facts `f`
 */
export const soldPieces = (sku: string, facts: string) => `
  (select coalesce(sum(f.units * x.per), 0)::int
   from (select y.sku_code, y.per from (${PIECES}) y where y.piece_id = ${sku} and y.sku_id <> ${sku}
     union all select o.sku_code, 1 from sku o where o.id = ${sku}) x
     join fact_trade_daily f on f.sku_code = x.sku_code
   where ${facts})`;
