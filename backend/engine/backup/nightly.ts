import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import dayjs from "dayjs";
import type { BackendConfig } from "#backend/platform/config";
import type { Database } from "#backend/platform/db";
import { backUp } from "./backup";

/** Of every replica that starts in one day the first makes one. */
const ENOUGH_HOURS = 20;
const NAME = /^erp-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.tar\.gz$/;

/** `erp-20260131-235959.tar.gz`, by the clock of this machine. */
export const backupName = (at = new Date()): string => `erp-${dayjs(at).format("YYYYMMDD-HHmmss")}.tar.gz`;

interface KeptBackup {
  file: string;
  /** By its name: a copy of a file is as old as what it holds. */
  at: Date;
}

/** Backups in a folder that bear the program's own names, the newest first. */
export function backupsIn(folder: string): KeptBackup[] {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // Nothing was kept there so far.
  }
  const found = names.flatMap((name) => {
    const [, year, month, day, ...time] = NAME.exec(name) ?? [];
    if (!year) return [];
    return [{ file: path.join(folder, name), at: new Date(`${year}-${month}-${day}T${time.join(":")}`) }];
  });
  return found.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/**
 * The backup of a night, and away with those that are older than is kept; the newest always stays.
 * @throws Error when it could not be made: then nothing is taken away
 */
export async function backUpNightly(
  db: Database,
  { dataDir, backups: { folder, keepDays } }: Pick<BackendConfig, "dataDir" | "backups">,
  now = new Date(),
): Promise<void> {
  const age = (at: Date) => dayjs(now).diff(at, "hour", true);
  const [newest] = backupsIn(folder);
  if (newest && age(newest.at) < ENOUGH_HOURS) return;
  const file = path.join(folder, backupName(now));
  await backUp({ connectionString: db.direct, dataDir, file, log: () => {} });
  for (const { file, at } of backupsIn(folder).slice(1)) if (age(at) > keepDays * 24) rmSync(file, { force: true });
}
