import type { BackendConfig } from "../config";
import { joinCluster } from "../db/cluster";
import { openDatabase } from "../db/sql";
import { withDatabase } from "../db/with-database";
import { ringOf, setKeys } from "./ring";
import { rotateKeys } from "./rotate";

/** `npm run rotate-keys`, also while the product runs with the new keys. */
export async function rotateCommand(
  config: BackendConfig,
  log: (line: string) => void,
): Promise<void> {
  setKeys(ringOf(config));
  const work = async (connectionString: string) => {
    const db = openDatabase(connectionString, 1);
    try {
      log(`已用第一个密钥重新加密 ${await rotateKeys(db)} 项`);
    } finally {
      await db.close();
    }
  };
  await withDatabase(config, log, work, joinCluster);
}
