// Ten times the facts: nine copies of them, each reaching further back.

const TABLES = {
  fact_trade_daily: "biz_date",
  fact_trade_month: "month",
  fact_ad_campaign_daily: "rpt_date",
  fact_ad_product_daily: "rpt_date",
  fact_ad_keyword_daily: "rpt_date",
};

/** Adds the copies unless they are there. */
export async function timesTen(db) {
  const { rows } = await db.query(
    `select extract(year from age(max(month), min(month))) * 12 + extract(month from age(max(month), min(month))) + 1
       as months, min(month)::text as first, max(month)::text as last from fact_trade_month`,
  );
  const [{ months, first, last }] = rows;
  if (Number(months) > 100) return;
  await db.query("select ensure_fact_partitions(($1::date - make_interval(months => 9 * $2))::date, $3)", [
    first,
    Number(months),
    last,
  ]);
  for (const [table, day] of Object.entries(TABLES)) {
    const found = await db.query(
      `select string_agg(column_name, ', ' order by ordinal_position) as names
       from information_schema.columns where table_name = $1 and column_name <> $2`,
      [table, day],
    );
    const { names } = found.rows[0];
    // The last day of a longer month falls on another's: that row is left out.
    await db.query(
      `insert into ${table} (${day}, ${names})
       select (${day} - make_interval(months => ${Number(months)} * n))::date, ${names}
       from ${table}, generate_series(1, 9) n on conflict do nothing`,
    );
  }
  await db.query("set default_statistics_target = 10");
  await db.query(`analyze ${Object.keys(TABLES).join(", ")}`);
  await db.query("reset default_statistics_target");
}
