import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import dayjs from "dayjs";
import type { BackendConfig } from "#backend/platform/config";
import type { Database } from "#backend/platform/db";
import { type ObjectBucket, openBucket } from "#backend/platform/files/bucket";
import { backUp } from "./backup";
import { inBucket, removeAway, sendAway } from "./bucket";

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

/** Those of these names that the program gave, the newest first. */
const named = (names: readonly string[], fileOf: (name: string) => string): KeptBackup[] =>
  names
    .flatMap((name) => {
      const [, year, month, day, ...time] = NAME.exec(name) ?? [];
      return year ? [{ file: fileOf(name), at: new Date(`${year}-${month}-${day}T${time.join(":")}`) }] : [];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime());

/** Backups in a folder that bear the program's own names, the newest first. */
export function backupsIn(folder: string): KeptBackup[] {
  try {
    return named(readdirSync(folder), (name) => path.join(folder, name));
  } catch {
    // Nothing was kept there so far.
    return [];
  }
}

/** The same of a bucket; `proven`: read back there. */
async function backupsAway(bucket: ObjectBucket) {
  const found = await inBucket(bucket, "erp-");
  const proven = new Set(found.filter((one) => one.proven).map(({ name }) => name));
  return named(
    found.map(({ name }) => name),
    (name) => name,
  ).map((one) => ({ ...one, proven: proven.has(one.file) }));
}

type NightlyPlace = Pick<BackendConfig, "dataDir" | "backups">;

/**
 * The backup of a night, in the folder and in the bucket where there is one, and away with those that are older
 * than is kept; the newest always stays.
 * @throws Error when it could not be made or sent: then nothing is taken away where it is missing
 */
export async function backUpNightly(db: Database, { dataDir, backups }: NightlyPlace, now = new Date()): Promise<void> {
  const { folder, keepDays, s3 } = backups;
  const age = (at: Date) => dayjs(now).diff(at, "hour", true);
  const old = <T extends { at: Date }>(kept: T[]) => kept.slice(1).filter(({ at }) => age(at) > keepDays * 24);
  const bucket = s3 && openBucket(s3);
  // One that is out of reach says so when it shall take the file: the folder has it by then.
  const away = bucket ? await backupsAway(bucket).catch(() => []) : [];
  if (away.some(({ at, proven }) => proven && age(at) < ENOUGH_HOURS)) return;
  const [newest] = backupsIn(folder);
  let file = newest && age(newest.at) < ENOUGH_HOURS ? newest.file : undefined;
  if (!file) {
    file = path.join(folder, backupName(now));
    await backUp({ connectionString: db.direct, dataDir, file, log: () => {} });
    for (const { file } of old(backupsIn(folder))) rmSync(file, { force: true });
  }
  if (!bucket) return;
  await sendAway(bucket, file);
  for (const { file } of old(await backupsAway(bucket))) await removeAway(bucket, file);
}
