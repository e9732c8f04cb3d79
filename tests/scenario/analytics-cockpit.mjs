// Home and cockpit: every figure of the answers against the base facts.
import { SUMS } from "./analytics-sql.mjs";

const AT = "/cockpit/cocBusinessReport";
const money = (n) => (n === null ? "-" : Number(n).toFixed(2));
const percent = (n) => (n === null ? "-" : `${(n * 100).toFixed(2)}%`);
const share = (a, b) => percent(Number(b) === 0 ? null : Number(a) / Number(b));
const change = (now, then) => percent(then === undefined || Number(then) === 0 ? null : (now - then) / Math.abs(then));
/** Groups that sold nothing are listed too: they have a target. */
const sold = (r) => r.mainBusinessIncome !== 0 || r.netProfit !== 0;
/** Text of an answer's row, in the order of what SQL says. */
const told = (r) => [r.mainBusinessIncome, r.netProfit].map(money).join(" / ");

/**
 * @param who who asks; `where` is what of the facts the person may see, written here once more
 * @param month YYYYMM, the last closed one
 */
export async function cockpit({ db, as, book, who, where, month }) {
  const { get } = as(who);
  const rows = async (text) => (await db.query(text)).rows;
  const ask = (name, query = "") => get(`${AT}/${name}?reportMonth=${month}${query}`);
  const by = (key, ym = month) =>
    rows(`select ${key}::text as key, ${SUMS} from figure where ym = '${ym}' and ${where} group by 1`);
  const months = await by13(rows, where, month);

  book.step(`首页与驾驶舱：${who}，${month}`);
  const [income, net, margin, both] = await Promise.all(
    [
      "nearest13MonthIncome",
      "nearest13MonthNetProfit",
      "nearest13MonthGrossProfitPercent",
      "nearest13MonthIncomeAndNetProfit",
    ].map((n) => ask(n)),
  );
  months.now.forEach((m, i) => {
    const then = months.all.get(before(m.ym, 12))?.income;
    const found = [income.current[i], net.current[i], both.income[i], both.netProfit[i]].map(money);
    book.check(
      `${m.ym} 收入、净利润、毛利率、同比`,
      [m.income, m.net, m.income, m.net, share(m.gross, m.income), change(m.income, then)].join(" / "),
      [...found, percent(margin.current[i]), percent(income.yoy[i])].join(" / "),
    );
  });
  const all = months.now.at(-1);
  const dept = await ask("getDeptReport");
  const home = dept.cocBusinessBaseDateGroupByMonth.at(-1);
  book.check(
    "首页收入与利润",
    `${all.income} / ${all.net}`,
    [home.mainBusinessIncome, home.notTaxProfit].map(money).join(" / "),
  );
  await list(
    book,
    "首页部门",
    await by("dept_id"),
    dept.cocBusinessBaseDateGroupByDept,
    (r) => r.deptId,
    (r) => `${money(r.mainBusinessIncome)} / ${money(r.notTaxProfit)}`,
  );

  for (const [name, key] of [
    ["divisionRanking", "division_id"],
    ["regionRanking", "region_code"],
    ["sitRanking", "site_code"],
  ])
    await list(book, name, await by(key), await ask(name), (r) => r.code, told);
  const groups = (await ask("getCocAmazonTradeReportByGroup", "&size=100")).records.filter(sold);
  await list(book, "小组报表", await by("group_id"), groups, (r) => r.groupId, told);
  const depts = await ask("getCocAmazonTradeReportByDept");
  await list(book, "部门报表", await by("dept_id"), depts, (r) => r.deptId, told);
  await list(
    book,
    "部门报表的小组",
    await by("group_id"),
    depts.flatMap((d) => d.groups),
    (r) => r.groupId,
    told,
  );
  const models = [];
  for (let current = 1, pages = 1; current <= pages; current++) {
    const page = await ask("getCocAmazonTradeReportByModel", `&size=100&current=${current}`);
    models.push(...page.records);
    pages = page.pages;
  }
  await list(book, "型号报表", await by("model_code"), models, (r) => r.modelCode, told);
  const ranked = (await ask("groupNetProfitRankingPage", "&order=asc&size=100")).records;
  const worst = ranked.find(sold);
  const [bottom] = await rows(
    `select group_id::text as key, round(sum(net), 2)::text as net from figure where ym = '${month}' and ${where} group by 1 order by sum(net) limit 1`,
  );
  book.check("利润末位小组", `${bottom.key} ${bottom.net}`, `${worst.code} ${money(worst.netProfit)}`);
  const year = await ask("currentYearIncomeAndNetProfit");
  const [sum] = await rows(
    `select ${SUMS} from figure where ym between '${month.slice(0, 4)}01' and '${month}' and ${where}`,
  );
  book.check("本年收入与净利润", `${sum.income} / ${sum.net}`, `${money(year.income)} / ${money(year.netProfit)}`);
}

const before = (ym, n) => {
  const at = Number(ym.slice(0, 4)) * 12 + Number(ym.slice(4)) - 1 - n;
  return `${Math.floor(at / 12)}${String((at % 12) + 1).padStart(2, "0")}`;
};

/** All months with facts, and the 13 up to the asked one. */
async function by13(rows, where, month) {
  const found = await rows(`select ym, ${SUMS} from figure where ${where} group by 1`);
  const all = new Map(found.map((r) => [r.ym, r]));
  const nothing = { income: "0.00", gross: "0.00", net: "0.00" };
  const names = Array.from({ length: 13 }, (_, i) => before(month, 12 - i));
  return { all, now: names.map((ym) => all.get(ym) ?? { ym, ...nothing }) };
}

/** One line per row of a list: income and net profit of the same key. */
async function list(book, name, expected, found, keyOf, textOf) {
  const told = new Map(found.map((r) => [keyOf(r), r]));
  book.check(`${name}：行数`, expected.length, found.length);
  for (const { key, income, net } of expected.sort((a, b) => b.income - a.income))
    book.check(`${name} ${key}`, `${income} / ${net}`, told.has(key) ? textOf(told.get(key)) : "没有");
}
