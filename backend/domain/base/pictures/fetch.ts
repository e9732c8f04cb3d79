import { readBytes } from "#backend/engine/connect/body";
import { addressFault, privateOpen } from "#backend/engine/connect/connector";
import { dial } from "#backend/engine/connect/dial";
import { wake } from "#backend/engine/connect/enqueue";
import { Refused } from "#backend/engine/connect/words";
import type { Engine } from "#backend/engine/documents";
import { callerOf } from "#backend/platform/auth/caller";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, inSeconds, NOW, patchRow, type Sql } from "#backend/platform/db";
import { MOST_PICTURE_MB, takenPicture } from "#backend/platform/files/picture";
import type { Caller } from "#backend/platform/http";
import { giveImages, keepPicture, type PictureWork, skusBy } from "./keep";

const MOST_ADDRESSES = 20;
const MOST_ADDRESS = 2000;
const MOST_TRIES = 3;
const SECONDS = 20;
/** So long a picture is somebody's who fetches it; one whose process went is fetched again then. */
const LEASE_SECONDS = 120;
const BESIDE = 4;
const MB = 1024 * 1024;

/** Addresses of a cell. */
export const addressesOf = (text: string): string[] =>
  text
    .split(/[;；\s]+/)
    .map((one) => one.trim())
    .filter(Boolean);

/** What is wrong with the addresses of a cell; nothing: they may be fetched. */
export function addressesFault(text: string): string | undefined {
  const all = addressesOf(text);
  if (all.length > MOST_ADDRESSES) return `每个SKU最多${MOST_ADDRESSES}张图片`;
  if (new Set(all).size < all.length) return "图片地址重复";
  for (const one of all) {
    const fault = one.length > MOST_ADDRESS ? "过长" : addressFault(one);
    if (fault) return `图片地址“${one.slice(0, 100)}”不能使用，须为互联网上以https://开头的地址`;
  }
  return undefined;
}

/** Name of the job in the queue. */
export const FETCH_PICTURES = "fetchPictures";

interface FetchAsked {
  /** Row of the sheet. */
  at: number;
  skuId: string;
  text: string;
}

/**
 * Has the pictures of SKUs fetched as soon as the transaction is committed. Those that a SKU got from the
 * same addresses and still has are not fetched again.
 */
export async function askPictures(sql: Sql, caller: Caller, importId: string, asked: readonly FetchAsked[]) {
  if (!asked.length) return;
  const rows = asked.flatMap(({ at, skuId, text }) =>
    addressesOf(text).map((url, i) => ({ row_no: at, sku_id: skuId, at: i + 1, url })),
  );
  await sql.query(
    `with asked as (
       select x.* from jsonb_to_recordset($4::jsonb) as x(row_no int, sku_id bigint, at int, url text)
     ), lacking as (
       select distinct a.sku_id from asked a join sku k on k.id = a.sku_id
       where not exists (select 1 from picture_fetch f where f.sku_id = a.sku_id and f.url = a.url
         and f.state = 'done' and f.file_id::text = any(k.images))
     )
     insert into picture_fetch (tenant_id, create_by, import_id, row_no, sku_id, at, url)
     select $1, $2, $3, a.row_no, a.sku_id, a.at, a.url from asked a join lacking using (sku_id)
     order by a.row_no, a.at`,
    [caller.tenantId, caller.userId, importId, JSON.stringify(rows)],
  );
  await wake(sql, FETCH_PICTURES);
}

interface FetchDue {
  id: string;
  createBy: string;
  importId: string;
  rowNo: number;
  skuId: string;
  url: string;
  tries: number;
}

const take = (db: Database) =>
  db.query<FetchDue>(
    `update picture_fetch f set tries = f.tries + 1, next_run = now() + make_interval(secs => $1), update_time = now()
     where f.id = any(array(select p.id from picture_fetch p where p.state = 'waiting'
       and p.next_run <= now() order by p.next_run, p.id limit $2 for no key update of p skip locked))
     returning f.id, f.create_by as "createBy", f.import_id as "importId", f.row_no as "rowNo",
       f.sku_id as "skuId", f.url, f.tries`,
    [LEASE_SECONDS, BESIDE],
  );

/** A picture that will not be one however often it is asked for. */
class NoPicture extends Error {}

async function download(url: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(SECONDS * 1000);
  const headers = { accept: "image/jpeg, image/png, image/webp" };
  const response = await dial(new URL(url), { headers, signal, anywhere: privateOpen() });
  if (response.status >= 500 || response.status === 429) throw new Error(`对方返回${response.status}`);
  if (response.status !== 200) throw new NoPicture(`对方返回${response.status}`);
  if (Number(response.headers.get("content-length") ?? 0) > MOST_PICTURE_MB * MB)
    throw new NoPicture(`图片超过${MOST_PICTURE_MB}MB`);
  return readBytes(response, MOST_PICTURE_MB * MB);
}

/** Says at the cell of the file that a picture did not come. */
async function warn(db: Database, { importId, rowNo }: FetchDue, value: string, msg: string): Promise<void> {
  await db.query(
    `insert into import_fault (import_id, sheet, row_no, place, value, msg, asks)
     select w.id, '10SKU', $2, coalesce((select (s -> 'places' ->> 'pictures')::int
       from jsonb_array_elements(w.sheets) s where s ->> 'name' = '10SKU'), 0), $3, $4, true
     from workbook_import w where w.id = $1`,
    [importId, rowNo, value.slice(0, 500), msg],
  );
}

/** Fetches one picture; a fault of the way is tried again, up to three times. */
async function fetchOne(work: PictureWork, due: FetchDue): Promise<void> {
  const { db } = work;
  const { id, skuId, url, tries } = due;
  try {
    const [sku] = await skusBy(work, "id", [skuId]);
    if (!sku) return await patchRow(db, "picture_fetch", id, { state: "failed", update_time: NOW });
    const bytes = await download(url);
    const picture = takenPicture(bytes);
    if (typeof picture === "string") throw new NoPicture(picture);
    const file = await keepPicture(work, sku, bytes, picture);
    await patchRow(db, "picture_fetch", id, { state: "done", file_id: file, update_time: NOW });
  } catch (error) {
    const said = error instanceof NoPicture || error instanceof Refused;
    if (!said && tries < MOST_TRIES)
      return await patchRow(db, "picture_fetch", id, { next_run: inSeconds(15 * tries), update_time: NOW });
    await patchRow(db, "picture_fetch", id, { state: "failed", update_time: NOW });
    const late = error instanceof Error && error.name === "TimeoutError";
    const why = said ? error.message : late ? `对方${SECONDS}秒内没有回答` : "无法下载";
    await warn(db, due, url, error instanceof Refused ? "图片地址在内网，不能下载" : `图片没有取到：${why}`);
  }
}

/** Gives SKUs the pictures that came, once none of theirs is waited for. */
async function give(work: PictureWork, due: FetchDue): Promise<void> {
  const { db } = work;
  const rows = await db.query<{ state: string; fileId: string | null }>(
    `select state, file_id as "fileId" from picture_fetch where sku_id = $1 and import_id = $2 order by at`,
    [due.skuId, due.importId],
  );
  if (rows.some(({ state }) => state === "waiting")) return;
  const images = rows.flatMap(({ fileId }) => fileId ?? []);
  const [sku] = await skusBy(work, "id", [due.skuId]);
  if (!sku || !images.length || images.join() === sku.images.join()) return;
  const refused = await giveImages(work, sku, images, images);
  if (refused) await warn(db, due, sku.code, `图片没有写入：${refused}`);
}

/** Fetches all pictures that are due, a few beside each other; a failed one is a warning at its cell. */
export async function fetchPictures(db: Database, engine: Engine, config: BackendConfig): Promise<void> {
  for (let due = await take(db); due.length; due = await take(db)) {
    const works = new Map<string, PictureWork>();
    for (const createBy of new Set(due.map((d) => d.createBy))) {
      const caller = await callerOf(db, createBy);
      if (caller) works.set(createBy, { db, engine, config, caller });
    }
    await Promise.all(
      due.map(async (one) => {
        const work = works.get(one.createBy);
        if (work) await fetchOne(work, one);
        else await patchRow(db, "picture_fetch", one.id, { state: "failed", update_time: NOW });
      }),
    );
    const skus = new Map(due.map((one) => [`${one.importId} ${one.skuId}`, one]));
    for (const one of skus.values()) {
      const work = works.get(one.createBy);
      if (work) await give(work, one);
    }
  }
}
