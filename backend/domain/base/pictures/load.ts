import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Engine } from "#backend/engine/documents";
import { callerOf } from "#backend/platform/auth/caller";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, errorText, NOW, patchRow } from "#backend/platform/db";
import { MOST_PICTURE_MB, takenPicture } from "#backend/platform/files/picture";
import { storesOf } from "#backend/platform/files/store";
import { BrokenZip, contentOf, entriesOf, type ZipEntry } from "#backend/platform/files/zip";
import { conflict, invalid, Refusal } from "#backend/platform/http";
import { sku } from "#documents/product/sku";
import { giveImages, hashesOf, hashOf, keepPicture, type PictureSku, type PictureWork, skusBy } from "./keep";

/** Places of pictures that a SKU has. */
const MOST_PLACES = 20;
const MB = 1024 * 1024;
const CALLED = /^(.{1,64}?)(?:_(\d{1,3}))?\.(?:jpe?g|png|webp)$/i;

interface LoadMiss {
  name: string;
  msg: string;
}

/** A file of the archive, and which picture of which SKU it is by its name. */
interface LoadNamed {
  entry: ZipEntry;
  code: string;
  place: number;
}

/** The picture that a file is by its name, or why it is none. */
export function calledBy(name: string): { code: string; place: number } | string {
  const base = name.split(/[\\/]/).at(-1) ?? "";
  const [, code, number] = CALLED.exec(base) ?? [];
  if (!code) return "文件名应为“SKU编码.jpg”或“SKU编码_2.png”";
  const place = number === undefined ? 1 : Number(number);
  if (place < 1 || place > MOST_PLACES) return `每个SKU最多${MOST_PLACES}张图片`;
  return { code: code.toUpperCase(), place };
}

/** What systems put beside files that people packed. */
const isNoise = (name: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);

/** Files by the SKU that they name, in the order of its pictures; of two for one place the first. */
function sorted(entries: readonly ZipEntry[]): { bySku: Map<string, LoadNamed[]>; misses: LoadMiss[] } {
  const bySku = new Map<string, LoadNamed[]>();
  const misses: LoadMiss[] = [];
  for (const entry of entries) {
    const called = calledBy(entry.name);
    if (typeof called === "string") {
      misses.push({ name: entry.name, msg: called });
      continue;
    }
    const known = bySku.get(called.code) ?? [];
    bySku.set(called.code, known);
    if (known.some(({ place }) => place === called.place))
      misses.push({ name: entry.name, msg: "同一SKU的同一张图片重复" });
    else known.push({ entry, ...called });
  }
  for (const own of bySku.values()) own.sort((a, b) => a.place - b.place);
  return { bySku, misses };
}

interface LoadDone {
  added: number;
  same: number;
  misses: LoadMiss[];
}

/** Reads the pictures of one SKU, and gives it those that it has not. */
async function loadSku(
  work: PictureWork,
  file: FileHandle,
  row: PictureSku,
  named: readonly LoadNamed[],
): Promise<LoadDone> {
  const misses: LoadMiss[] = [];
  const images = [...row.images];
  const hashes = await hashesOf(work.db, images);
  const fresh: { id: string; name: string }[] = [];
  let same = 0;
  for (const { entry, place } of named) {
    const { name } = entry;
    const bytes = entry.encrypted ? undefined : await contentOf(file, entry, MOST_PICTURE_MB * MB).catch(broken);
    const unread = entry.encrypted ? "文件已加密" : bytes === null ? "文件损坏" : `图片超过${MOST_PICTURE_MB}MB`;
    const picture = bytes ? takenPicture(bytes) : unread;
    if (!bytes || typeof picture === "string") {
      misses.push({ name, msg: String(picture) });
      continue;
    }
    if (hashes.get(images[place - 1] ?? "") === hashOf(bytes)) {
      same++;
      continue;
    }
    const id = await keepPicture(work, row, bytes, picture);
    images[Math.min(place - 1, images.length)] = id;
    fresh.push({ id, name });
  }
  if (!fresh.length) return { added: 0, same, misses };
  const refused = await giveImages(
    work,
    row,
    images,
    fresh.map(({ id }) => id),
  );
  if (refused) for (const { name } of fresh) misses.push({ name, msg: refused });
  return { added: refused ? 0 : fresh.length, same, misses };
}

const broken = (error: unknown): null => {
  if (error instanceof BrokenZip) return null;
  throw error;
};

interface LoadWaiting {
  id: string;
  createBy: string;
  fileId: string;
}

async function keepMisses(db: Database, id: string, misses: readonly LoadMiss[]): Promise<void> {
  if (!misses.length) return;
  await db.query(
    `insert into picture_miss (load_id, name, msg)
     select $1, x.name, x.msg from jsonb_to_recordset($2::jsonb) as x(name text, msg text)`,
    [id, JSON.stringify(misses.map(({ name, msg }) => ({ name: name.slice(-300), msg }))).replaceAll("\\u0000", "")],
  );
}

const SKUS = 200;

async function loadAll(work: PictureWork, file: FileHandle, { id }: LoadWaiting): Promise<void> {
  const { db } = work;
  const all = (await entriesOf(file)).filter(({ name }) => !isNoise(name));
  const { bySku, misses } = sorted(all);
  await db.query("delete from picture_miss where load_id = $1", [id]);
  await keepMisses(db, id, misses);
  let [done, added, same] = [misses.length, 0, 0];
  const tell = () => patchRow(db, "picture_load", id, { total: all.length, done, added, same, update_time: NOW });
  const codes = [...bySku.keys()];
  for (let i = 0; i < codes.length; i += SKUS) {
    const some = codes.slice(i, i + SKUS);
    const found = new Map((await skusBy(work, "sku_code", some)).map((row) => [row.code, row]));
    for (const code of some) {
      const named = bySku.get(code) ?? [];
      const row = found.get(code);
      const told = row
        ? await loadSku(work, file, row, named)
        : { added: 0, same: 0, misses: named.map(({ entry: { name } }) => ({ name, msg: `没有SKU“${code}”` })) };
      await keepMisses(db, id, told.misses);
      done += named.length;
      added += told.added;
      same += told.same;
      if (done % 20 < named.length) await tell();
    }
  }
  await tell();
}

/** The archive at hand where it can be read from any place in it. */
async function withArchive(
  { db, config }: PictureWork,
  fileId: string,
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const row = await db.one<{ hash: string; storage: string }>(
    `select f.hash, b.storage from sys_file f join sys_file_blob b on b.hash = f.hash where f.id = $1`,
    [fileId],
  );
  const store = row && storesOf(config).named(row.storage);
  if (!store) throw invalid("文件不存在");
  const directory = path.join(config.dataDir, "tmp");
  const copy = path.join(directory, randomUUID());
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    await pipeline(await store.open(row.hash), createWriteStream(copy, { flags: "wx", mode: 0o600 }));
    const file = await open(copy, "r");
    await work(file).finally(() => file.close());
  } finally {
    await rm(copy, { force: true });
  }
}

/** Name of the job in the queue. */
export const LOAD_PICTURES = "loadPictures";

/**
 * Does all archives that wait, one after the other. One that a process left behind when it went begins
 * anew: what a SKU has by then is not given again.
 */
export async function loadPictures(db: Database, engine: Engine, config: BackendConfig): Promise<void> {
  const next = () =>
    db.one<LoadWaiting>(
      `select id, create_by as "createBy", file_id as "fileId" from picture_load
       where state = 'waiting' order by id limit 1`,
    );
  for (let load = await next(); load; load = await next()) {
    const { id, createBy, fileId } = load;
    const own = load;
    let [status, message]: ["done" | "failed", string | null] = ["done", null];
    try {
      const caller = await callerOf(db, createBy);
      if (!caller?.permissions.has(`${sku.permission}_edit`)) throw conflict("上传的人已停用，或没有编辑SKU的权限");
      const work: PictureWork = { db, engine, config, caller };
      await withArchive(work, fileId, (file) => loadAll(work, file, own));
    } catch (error) {
      status = "failed";
      message = error instanceof BrokenZip ? "文件无法读取，请重新打包为zip" : errorText(error, "message");
      if (!(error instanceof BrokenZip || error instanceof Refusal)) {
        console.error(`图片${id}：${errorText(error, "stack") || error}`);
        message = "系统错误，请重试";
      }
    }
    await patchRow(db, "picture_load", id, { state: status, message, update_time: NOW });
    // The archive itself is not needed any more.
    await patchRow(db, "sys_file", fileId, { del_flag: 1 });
  }
}
