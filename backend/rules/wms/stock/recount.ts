import type { Database, Sql } from "../../../db/sql";
import { writeOperLogs } from "../../../logs/oper-log";
import {
  countKept,
  countStock,
  type Difference,
  holdStock,
  writeCounted,
} from "../../../stock/recount";

type Log = (line: string) => void;

/** One entry in the history of each pool that was put right. */
const logRepair = (sql: Sql, differences: readonly Difference[]) =>
  writeOperLogs(
    sql,
    differences.map(({ id, tenantId, figures }) => ({
      ...{ tenantId, bizType: "stock", bizId: id ?? "", action: "按流水重算" },
      diff: Object.fromEntries(figures.map((f) => [f.figure, [f.kept, f.counted]])),
    })),
  );

/**
 * Counts all balances of stock from its moves and says each difference. `repair`: also writes what was
 * counted, in one transaction in which nobody posts.
 * @returns number of differences that were found
 */
export function recountStock(db: Database, repair: boolean, log: Log): Promise<number> {
  return db.tx(async (sql) => {
    if (repair) await holdStock(sql);
    // One picture of all tables: what is posted meanwhile is no difference.
    else await sql.query("set transaction isolation level repeatable read");
    const differences = await countStock(sql);
    const kept = await countKept(sql);
    const figures = differences.flatMap((d) => d.figures.map((f) => ({ ...f, place: d.place })));
    for (const f of figures) log(`${f.place} ${f.figure}：账面 ${f.kept}，流水 ${f.counted}`);
    for (const k of kept) log(`${k.place} ${k.kind}：与流水不符`);
    const found = figures.length + kept.length;
    if (repair && found) {
      await writeCounted(sql, differences);
      await logRepair(sql, differences);
    }
    const hint = repair ? "，已按流水改正" : "，加 --repair 按流水改正";
    log(found ? `库存对账：${found} 处差异${hint}` : "库存对账：没有差异");
    return found;
  });
}
