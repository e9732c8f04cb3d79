import { replenishRun } from "#documents/wms/replenish/run";
import { replenishSeason } from "#documents/wms/replenish/season";
import type { Database } from "../../db/sql";
import { insert } from "../../documents/writing/write";
import { once } from "../../tenancy/insert";
import { asSystem } from "./acting";
import { type DemoOptions, readDemoOptions } from "./options";
import { stockUp } from "./replenish-stock";

const months = (strong: Readonly<Record<number, string>>) =>
  Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `m${String(i + 1).padStart(2, "0")}`,
      strong[i + 1] ?? "1",
    ]),
  );

/** The year-end of these categories, and a summer without heaters. */
const SEASONS = [
  {
    name: "家居灯饰旺季",
    categoryId: "HKL",
    ...months({ 10: "1.2", 11: "1.6", 12: "1.8", 1: "0.8" }),
  },
  {
    name: "音频耳机旺季",
    categoryId: "ELH",
    ...months({ 7: "1.3", 11: "1.5", 12: "1.4", 2: "0.8" }),
  },
];

/** Seasons of two categories, stock that lasts more or less long, and its reckoning, once the facts are there that it goes by. */
export async function seedReplenish(db: Database, options: DemoOptions = {}): Promise<boolean> {
  const { documents, log } = readDemoOptions(options);
  return once(db, "demo_replenish", async (sql) => {
    if (!documents) return;
    const started = Date.now();
    const c = asSystem(sql);
    const rulesOf = (name: string) => c.book.get(name)?.rules ?? {};
    for (const season of SEASONS)
      await insert(c, replenishSeason, rulesOf("replenish_season"), season);
    const run = (reason: string) => insert(c, replenishRun, rulesOf("replenish_run"), { reason });
    await run("首次计算");
    await stockUp(c);
    await run("平台仓与国内仓入账后重算");
    const made = await sql.one<{ n: number }>("select max(row_count) as n from replenish_run");
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    log(`演示数据：补货 ${made?.n} 条（${seconds} 秒）`);
  });
}
