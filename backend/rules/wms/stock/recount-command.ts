import { existsSync } from "node:fs";
import path from "node:path";
import { joinCluster } from "../../../db/cluster";
import { openDatabase } from "../../../db/sql";
import { type DataPlace, withDatabase } from "../../../db/with-database";
import { recountStock } from "./recount";

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
