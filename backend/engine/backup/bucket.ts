import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type BackendConfig, readS3Address } from "#backend/platform/config";
import { diskReason } from "#backend/platform/db";
import { type ObjectBucket, openBucket } from "#backend/platform/files/bucket";
import { sha256Of } from "./tar";

/** Stands beside a backup that was read back; in the form of `sha256sum`, so `sha256sum -c` takes it. */
const SUM = ".sha256";

/** Names in a bucket that begin like this; `proven`: what was read back there. */
export async function inBucket(bucket: ObjectBucket, begin: string): Promise<{ name: string; proven: boolean }[]> {
  const found = new Set(await bucket.list(begin));
  return [...found].filter((name) => !name.endsWith(SUM)).map((name) => ({ name, proven: found.has(name + SUM) }));
}

/**
 * Sends a file to a bucket and reads it back from there. Beside it goes its SHA-256, which says that it is whole.
 * @throws Error when the bucket does not take it or answers something else; the file stays where it is
 */
export async function sendAway(bucket: ObjectBucket, file: string): Promise<void> {
  const name = path.basename(file);
  const sum = await sha256Of(createReadStream(file));
  await bucket.putFile(name, file);
  const there = await sha256Of(bucket.read(name));
  if (there !== sum) {
    await bucket.remove(name).catch(() => {});
    throw new Error(`存储桶 ${bucket.name}：读回的 ${name} 与发送的不同，已删除，请检查存储`);
  }
  await bucket.put(name + SUM, Buffer.from(`${sum}  ${name}\n`));
}

/** Takes a backup away with what stands beside it, which goes first: half of it counts no more. */
export async function removeAway(bucket: ObjectBucket, name: string): Promise<void> {
  await bucket.remove(name + SUM);
  await bucket.remove(name);
}

/**
 * Brings `s3://bucket/a/b.tar.gz` into a folder, under its name when it is whole.
 * @returns the file
 * @throws Error when the account is not set, it is not there, cut, or not what was sent
 */
export async function fetchBackup(
  address: string,
  { s3Account, backups }: Pick<BackendConfig, "s3Account" | "backups">,
) {
  const { bucket, key } = readS3Address(address) ?? { bucket: "", key: "" };
  if (!key) throw new Error(`${address} 要写成 s3://存储桶/前缀/文件`);
  if (!s3Account) throw new Error("要从存储桶读取备份，请先设 S3_ENDPOINT、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY");
  const from = openBucket({ ...s3Account, bucket, prefix: "" });
  const file = path.join(backups.folder, path.basename(key));
  const half = `${file}.part`;
  mkdirSync(backups.folder, { recursive: true });
  try {
    await pipeline(from.read(key), createWriteStream(half, { mode: 0o600, flush: true }));
    // One that somebody brought there himself has none: then its own reader alone says whether it is whole.
    if ((await from.list(key + SUM)).includes(key + SUM)) {
      const said = await text(from.read(key + SUM));
      if (!said.startsWith(await sha256Of(createReadStream(half))))
        throw new Error(`从存储桶 ${bucket} 取回的 ${key} 与发送的不同，请换一个备份`);
    }
    renameSync(half, file);
  } catch (error) {
    const reason = diskReason(error);
    if (!reason) throw error;
    throw new Error(`没有取回，${file} 写不下去：${reason}`, { cause: error });
  } finally {
    rmSync(half, { force: true });
  }
  return file;
}
