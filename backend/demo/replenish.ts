import type { RuleContext } from "#backend/engine/documents";
import { insert } from "#backend/engine/documents/writing/write";
import type { Database } from "#backend/platform/db";
import { once } from "#backend/platform/tenancy/insert";
import { otherIn } from "#documents/wms/other-in";
import { replenishBacktest } from "#documents/wms/replenish/backtest";
import { replenishRun } from "#documents/wms/replenish/run";
import { replenishSeason } from "#documents/wms/replenish/season";
import { asSystem, draft, keeperOf, laidIn } from "./acting";
import { type DemoOptions, readDemoOptions } from "./options";

/** Days that stock lasts beyond lead and safety, by turns; none: it stays as late as it is. */
const LASTS = [null, 3, 30, 250, 5, 60];
/** Lines of one document at most. */
const MOST = 300;

interface ReplenishWanted {
  warehouseId: string;
  skuId: string;
  cost: string;
  /** What is sold until an order comes and in the safety days, and what a day after that. */
  first: number;
  daily: number;
  known: number;
}

/** What stores will sell out of a warehouse; not where a day of sales waits. */
const wanted = ({ sql }: RuleContext) =>
  sql.query<ReplenishWanted>(
    `select r.warehouse_id as "warehouseId", r.sku_id as "skuId",
       coalesce(min(k.purchase_price), 10)::text as cost, sum(a.before + a.safety)::float8 as first,
       sum((a.qty - a.before - a.safety) / greatest(r.cover_days, 1))::float8 as daily,
       sum(r.available_qty + r.transit_qty + r.on_order_qty)::int as known
     from replenish r join sku k on k.id = r.sku_id
       cross join jsonb_to_record(r.terms -> 'ahead') as a(qty numeric, before numeric, safety numeric)
     where r.base > 0 and r.del_flag = 0 and k.sku_code <> 'HKC2001-BK'
       and not exists (select 1 from fba_return f where f.fba_warehouse_id = r.warehouse_id)
     group by 1, 2 order by 1, 2`,
  );

const missing = ({ first, daily, known }: ReplenishWanted, lasts: number): number =>
  Math.ceil(first + daily * lasts) - known;

/** Brings stock in, by the documents' own rules, so that some must be ordered now, some soon, some not for long. */
async function stockUp(c: RuleContext): Promise<void> {
  const all = await wanted(c);
  for (const warehouseId of new Set(all.map((row) => row.warehouseId))) {
    const rows = all.filter((row) => row.warehouseId === warehouseId);
    const items = rows.flatMap((row, i) => {
      const lasts = LASTS[i % LASTS.length];
      const goodQty = lasts ? missing(row, lasts) : 0;
      return goodQty > 0 ? { skuId: row.skuId, unitCost: row.cost, goodQty, badQty: 0 } : [];
    });
    if (!items.length) continue;
    const keeper = await keeperOf(c, warehouseId);
    const { id } = await draft(keeper, otherIn, {
      inType: "adjust",
      warehouseId,
      reason: "系统切换，补录库存",
      items: items.slice(0, MOST),
    });
    await laidIn(c, keeper, id);
  }
}

const months = (strong: Readonly<Record<number, string>>) =>
  Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`m${String(i + 1).padStart(2, "0")}`, strong[i + 1] ?? "1"]),
  );

/** The year-end of these categories, and a summer without heaters. */
const SEASONS = [
  { name: "家居灯饰旺季", categoryId: "HKL", ...months({ 10: "1.2", 11: "1.6", 12: "1.8", 1: "0.8" }) },
  { name: "音频耳机旺季", categoryId: "ELH", ...months({ 7: "1.3", 11: "1.5", 12: "1.4", 2: "0.8" }) },
];

/** Seasons of two categories, stock that lasts more or less long, its reckoning and the test of that, once the facts are there that it goes by. */
export async function seedReplenish(db: Database, options: DemoOptions = {}): Promise<boolean> {
  const { documents, log } = readDemoOptions(options);
  return once(db, "demo_replenish", async (sql) => {
    if (!documents) return;
    const started = Date.now();
    const c = asSystem(sql);
    const rulesOf = (name: string) => c.book.get(name)?.rules ?? {};
    for (const season of SEASONS) await insert(c, replenishSeason, rulesOf("replenish_season"), season);
    const run = (reason: string) => insert(c, replenishRun, rulesOf("replenish_run"), { reason });
    await run("首次计算");
    await stockUp(c);
    await run("平台仓与国内仓入账后重算");
    await insert(c, replenishBacktest, rulesOf("replenish_backtest"), { reason: "核对预测是否可信" });
    const made = await sql.one<{ n: number }>("select max(row_count) as n from replenish_run");
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    log(`演示数据：补货 ${made?.n} 条（${seconds} 秒）`);
  });
}
