// Advertising reports: every figure of the answers against the base facts.
import { AD_SUMS, ADS } from "./analytics-sql.mjs";

const AT = "/advertisement";
const KEYS = ["impressions", "clicks", "conversions", "spend", "sales"];
const money = new Set(["spend", "sales"]);
const text = (row) =>
  KEYS.map((k) => (money.has(k) ? Number(row?.[k] ?? 0).toFixed(2) : String(row?.[k] ?? 0))).join(" / ");
const ratio = (a, b) => (Number(b) === 0 ? "-" : (Number(a) / Number(b)).toFixed(4));
const shown = (n) => (n === null ? "-" : n.toFixed(4));
const shift = (day, n) => new Date(Date.parse(day) + n * 86_400_000).toISOString().slice(0, 10);

/** @param end last day that is over everywhere; `days` of the period */
export async function ads({ db, as, book, who, end, days }) {
  const { get } = as(who);
  const rows = async (sql) => (await db.query(sql)).rows;
  const start = shift(end, 1 - days);
  const last = [shift(start, -days), shift(start, -1)];
  await db.query("drop table if exists ad");
  await db.query(ADS, [last[0]]);
  const span = (from, till) => `day between '${from}' and '${till}'`;
  const [now, then] = [span(start, end), span(...last)];
  const ask = (name, more = "") => get(`${AT}/${name}?startDate=${start}&endDate=${end}${more}`);
  const pages = async (name) => {
    const first = await ask(name, "&size=100");
    const records = [...first.records];
    for (let current = 2; current <= first.pages; current++)
      records.push(...(await ask(name, `&size=100&current=${current}`)).records);
    return { records, summary: first.summary };
  };
  const of = async (fact, when) => (await rows(`select ${AD_SUMS} from ad where fact = '${fact}' and ${when}`))[0];

  book.step(`广告：${who}，${start} 至 ${end}，对比 ${last.join(" 至 ")}`);
  const report = await ask("rptcampaigns/report", "&granularity=day");
  const byKey = Object.fromEntries(report.reports.map((r) => [r.key, r]));
  const daily = new Map(
    (await rows(`select day::text as key, ${AD_SUMS} from ad where fact = 'campaign' and ${now} group by 1`)).map(
      (r) => [r.key, r],
    ),
  );
  report.series.forEach((day, i) => {
    const found = Object.fromEntries(KEYS.map((k) => [k, byKey[k].data[i]]));
    book.check(`广告 ${day}`, text(daily.get(day)), text(found));
  });
  const [a, b] = [await of("campaign", now), await of("campaign", then)];
  const compared = Object.fromEntries((await ask("rptcampaigns/campaignCompared")).map((r) => [r.key, r]));
  const pick = (side) => Object.fromEntries(KEYS.map((k) => [k, compared[k][side]]));
  book.check("本期合计", text(a), text(pick("current")));
  book.check("对比期合计", text(b), text(pick("last")));
  for (const [key, top, base] of [
    ["ctr", "clicks", "impressions"],
    ["cvr", "conversions", "clicks"],
    ["acos", "spend", "sales"],
    ["roas", "sales", "spend"],
    ["cpc", "spend", "clicks"],
    ["cpa", "spend", "conversions"],
  ])
    book.check(
      `${key} 本期、对比期`,
      `${ratio(a[top], a[base])} / ${ratio(b[top], b[base])}`,
      `${shown(compared[key].current)} / ${shown(compared[key].last)}`,
    );

  const products = await pages("rptcampaigns/campaignListing");
  await list(
    book,
    "产品",
    await rows(`select product as key, ${AD_SUMS} from ad where fact = 'product' and ${now} group by 1`),
    products.records,
    (r) => r.productCode,
    text,
  );
  book.check("产品合计", text(await of("product", now)), text(products.summary));
  const campaigns = await pages("rptcampaigns/campaignChange");
  await list(
    book,
    "活动本期",
    await rows(`select campaign_id::text as key, ${AD_SUMS} from ad where fact = 'campaign' and ${now} group by 1`),
    campaigns.records,
    (r) => r.campaignId,
    (r) => text(r.current),
  );
  await list(
    book,
    "活动对比期",
    await rows(`select campaign_id::text as key, ${AD_SUMS} from ad where fact = 'campaign' and ${then} group by 1`),
    campaigns.records,
    (r) => r.campaignId,
    (r) => text(r.last),
  );
  const words = await pages("rptcampaignkeywords/keywordChange");
  await list(
    book,
    "关键词",
    await rows(
      `select split_part(word, ':', 1) as key, ${AD_SUMS} from ad where fact = 'keyword' and ${now} group by 1`,
    ),
    words.records,
    (r) => r.keywordId,
    (r) => text(r.current),
  );
  const cloud = await ask("rptcampaignkeywords/wordCloud", "&topN=50&metric=clicks");
  const top = await rows(
    `select split_part(word, ':', 2) as key, ${AD_SUMS} from ad where fact = 'keyword' and ${now} group by 1 having sum(clicks) > 0 order by sum(clicks) desc, sum(impressions) desc, 1 limit 50`,
  );
  await list(book, "词云", top, cloud, (r) => r.name, text);
}

/** Rows that agree are counted in one line, each that does not has its own. */
async function list(book, name, expected, found, keyOf, textOf) {
  const told = new Map(found.map((r) => [keyOf(r), r]));
  let good = 0;
  for (const row of expected) {
    const is = told.has(row.key) ? textOf(told.get(row.key)) : "没有";
    if (is === text(row)) good++;
    else book.check(`${name} ${row.key}`, text(row), is);
  }
  book.check(`${name}：一致的行`, expected.length, good);
}
