import { existsSync } from "node:fs";
import path from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { BackendConfig } from "../config";
import { joinCluster } from "../db/cluster";
import { requireDataDir } from "../db/data-dir";
import { withDatabase } from "../db/with-database";
import { backUp } from "./backup";
import { requireFile, restore } from "./restore";

type Log = (line: string) => void;

/** `20260131-235959`, by the clock of this machine. */
const stamp = (now = new Date()) =>
  new Date(now.getTime() - now.getTimezoneOffset() * 60_000)
    .toISOString()
    .replace(/\..*$/, "")
    .replaceAll(/[-:]/g, "")
    .replace("T", "-");

/** @throws Error in the operator's words at an option that there is not */
function read<T extends NonNullable<ParseArgsConfig["options"]>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const hint = known.length ? `，可用：${known.join("、")}` : "";
    throw new Error(`不认识的选项${hint}`, { cause: error });
  }
}

/** `npm run backup [-- file]` */
export function backupCommand(config: BackendConfig, args: string[], log: Log): Promise<void> {
  const { positionals } = read(args, {});
  const { dataDir } = config;
  const file = positionals[0] ?? path.join(dataDir, "backups", `erp-${stamp()}.tar.gz`);
  if (!config.databaseUrl && !existsSync(path.join(dataDir, "pg")))
    throw new Error(`DATA_DIR=${dataDir} 里没有数据库，没有可以备份的数据`);
  const work = (connectionString: string) => backUp({ connectionString, dataDir, file, log });
  return withDatabase(config, log, work, joinCluster);
}

/** `npm run restore -- file [--replace]` */
export async function restoreCommand(config: BackendConfig, args: string[], log: Log) {
  const options = { replace: { type: "boolean", default: false } } as const;
  const { positionals, values } = read(args, options);
  const [file] = positionals;
  if (!file) throw new Error("请写明备份文件：npm run restore -- 文件 [--replace]");
  requireFile(file);
  const { dataDir } = config;
  requireDataDir(dataDir);
  await withDatabase(config, log, (connectionString) =>
    restore({ connectionString, dataDir, file, replace: values.replace, log }),
  );
}
