import { existsSync } from "node:fs";
import path from "node:path";
import type { Place } from "#backend/ledgers/stock";
import { countKept, countStock, type Difference, holdPools, writeCounted } from "#backend/ledgers/stock/recount";
import { type Database, openDatabase, type Sql } from "#backend/platform/db";
import { joinCluster } from "#backend/platform/db/cluster/cluster";
import { type DataPlace, withDatabase } from "#backend/platform/db/with-database";
import { writeOperLogs } from "#backend/platform/logs/oper-log";

type RecountLog = (line: string) => void;

/** One entry in the history of each pool that was put right. */
const logRepair = (sql: Sql, differences: readonly Difference[]) =>
  writeOperLogs(
    sql,
    differences.map(({ id, tenantId, figures }) => ({
      tenantId,
      bizType: "stock",
      bizId: id ?? "",
      action: "按流水重算",
      diff: Object.fromEntries(figures.map((f) => [f.figure, [f.kept, f.counted]])),
    })),
  );

/** What is found of all pools, or of these. */
async function find(sql: Sql, pools?: readonly Place[]) {
  return { differences: await countStock(sql, pools), kept: await countKept(sql, pools) };
}

/** All pools in one picture: what is posted meanwhile is no difference, and nobody waits. */
const look = (db: Database) =>
  db.tx(async (sql) => {
    await sql.query("set transaction isolation level repeatable read");
    return find(sql);
  });

/** Counts these pools again while nobody posts to them, and writes what was counted. */
const mend = (db: Database, pools: readonly Place[]) =>
  db.tx(async (sql) => {
    await holdPools(sql, pools);
    const found = await find(sql, pools);
    await writeCounted(sql, pools, found.differences);
    await logRepair(sql, found.differences);
    return found;
  });

/**
 * Counts all balances of stock from its moves and says each difference. `repair`: also writes what was
 * counted, in one transaction in which nobody posts to the pools that differ.
 * @returns number of differences that were found
 */
export async function recountStock(db: Database, repair: boolean, log: RecountLog): Promise<number> {
  const seen = await look(db);
  const pools = [...seen.differences, ...seen.kept];
  const { differences, kept } = repair && pools.length ? await mend(db, pools) : seen;
  const figures = differences.flatMap((d) => d.figures.map((f) => ({ ...f, place: d.place })));
  for (const f of figures) log(`${f.place} ${f.figure}：账面 ${f.kept}，流水 ${f.counted}`);
  for (const k of kept) log(`${k.place} ${k.kind}：与流水不符`);
  const found = figures.length + kept.length;
  const hint = repair ? "，已按流水改正" : "，加 --repair 按流水改正";
  log(found ? `库存对账：${found} 处差异${hint}` : "库存对账：没有差异");
  return found;
}

/** `npm run recount [-- --repair]`, also while the product runs. */
export async function recountCommand(
  place: DataPlace,
  args: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  const unknown = args.find((word) => word !== "--repair");
  if (unknown) throw new Error(`不认识的选项 ${unknown}，可用：--repair`);
  if (!place.databaseUrl && !existsSync(path.join(place.dataDir, "pg")))
    throw new Error(`DATA_DIR=${place.dataDir} 里没有数据库，没有可以对账的库存`);
  const work = async (connectionString: string) => {
    const db = openDatabase(connectionString, 1);
    try {
      await recountStock(db, args.includes("--repair"), log);
    } finally {
      await db.close();
    }
  };
  await withDatabase(place, log, work, joinCluster);
}
