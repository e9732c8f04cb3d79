import { type joinCluster, startCluster } from "./cluster/cluster";
import { ensureDatabase } from "./migrate";
import { requireReachable } from "./reach";

/** Where the data is: the company's PostgreSQL, or the embedded one below a folder. */
export interface DataPlace {
  databaseUrl?: string | undefined;
  dataDir: string;
}

/** Where the data of these settings is, for as long as `work` takes. */
export async function withDatabase(
  { databaseUrl, dataDir }: DataPlace,
  log: (line: string) => void,
  work: (connectionString: string) => Promise<void>,
  open: typeof joinCluster = startCluster,
): Promise<void> {
  if (databaseUrl) {
    await requireReachable(databaseUrl);
    return work(databaseUrl);
  }
  const cluster = await open({ dataDir, log });
  try {
    await ensureDatabase(cluster, "erp");
    await work(cluster.connectionString("erp"));
  } finally {
    await cluster.stop();
  }
}
