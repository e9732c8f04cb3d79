import type { RuleContext, Values } from "../../../documents/rules";

/** What work with a star cost and brought by month, CNY, the latest first. */
export const starMonths = ({ sql }: RuleContext, id: string) =>
  sql.query<Values>(
    `with own as (select * from cooperation where star_id = $1 and del_flag = 0),
     parts as (
       select to_char(coalesce(o.publish_date, o.publish_plan_date), 'YYYY-MM') as month,
         1 as coops, 0 as samples, 0 as fees, o.sample_cost_cny as sample, o.freight_cny as freight,
         o.fee_cny as fee, o.attributed_orders as orders, o.attributed_sales_cny as sales
       from own o where o.status in ('approved', 'published', 'finished', 'terminated')
       union all
       select to_char(coalesce(o.publish_date, o.publish_plan_date), 'YYYY-MM'), 0,
         (select count(*) from deliver d where d.cooperation_id = o.id and d.del_flag = 0
           and d.status in ('shipped', 'signed', 'exception')),
         (select count(*) from ads_fee f where f.cooperation_id = o.id and f.del_flag = 0
           and f.status in ('verified', 'paid')), 0, 0, 0, 0, 0
       from own o where o.status in ('approved', 'published', 'finished', 'terminated'))
     select month, sum(coops)::int as coops, sum(samples)::int as samples, sum(fees)::int as fees,
       sum(sample + freight)::text as "sampleCost", sum(fee)::text as "feeCost",
       sum(sample + freight + fee)::text as cost, sum(orders)::int as orders, sum(sales)::text as sales,
       round(sum(sales) / nullif(sum(sample + freight + fee), 0), 2)::text as roi
     from parts group by month order by month desc limit 36`,
    [id],
  );
