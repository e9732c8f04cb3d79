import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Engine, RuleContext } from "#backend/engine/documents";
import { editOne } from "#backend/engine/documents/calls/writes";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, patchRow } from "#backend/platform/db";
import { makeFile } from "#backend/platform/files/make";
import type { Picture } from "#backend/platform/files/picture";
import { type Caller, refusalOf } from "#backend/platform/http";
import { easySku } from "#documents/product/easy-sku";
import { sku } from "#documents/product/sku";

/** What keeping pictures needs. */
export interface PictureWork {
  db: Database;
  engine: Engine;
  config: BackendConfig;
  /** Whoever brought them: what he may not change gets none. */
  caller: Caller;
}

/** A SKU as far as its pictures go. */
export interface PictureSku {
  id: string;
  code: string;
  easy: boolean;
  images: string[];
}

/** SKUs of a tenant by their codes or ids. */
export async function skusBy(
  { db, caller }: PictureWork,
  by: "sku_code" | "id",
  values: readonly string[],
): Promise<PictureSku[]> {
  const type = by === "id" ? "bigint[]" : "text[]";
  return db.query<PictureSku>(
    `select id, sku_code as code, sku_type = 'easy' as easy, coalesce(images, '{}') as images from sku
     where tenant_id = $1 and ${by} = any($2::${type}) and del_flag = 0`,
    [caller.tenantId, values],
  );
}

/** Keeps one picture as a file of a SKU; of a content that is there already the file names it once more. */
export async function keepPicture(
  { db, config, caller }: PictureWork,
  { id, code }: Pick<PictureSku, "id" | "code">,
  bytes: Buffer,
  { extension }: Picture,
): Promise<string> {
  let file = "";
  const made = { db, config, caller, original: `${code}.${extension}`, bizType: "sku", bizId: id };
  await makeFile(made, Readable.from([bytes]), async (_sql, kept) => {
    file = kept.id;
  });
  return file;
}

export const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Contents of files by their ids. */
export async function hashesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await db.query<{ id: string; hash: string }>(
    "select f.id, f.hash from unnest($1::bigint[]) i(id) join sys_file f using (id) where f.del_flag = 0",
    [ids],
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/**
 * Gives a SKU its pictures as its form would. Files that are not taken go again.
 * @param fresh those of `images` that were kept for it
 * @returns why it does not take them; undefined: it has them
 */
export async function giveImages(
  { db, engine, caller }: PictureWork,
  { id, easy }: PictureSku,
  images: readonly string[],
  fresh: readonly string[],
): Promise<string | undefined> {
  const document = easy ? easySku : sku;
  try {
    await db.tx(async (sql) => {
      const c: RuleContext = { sql, caller, tenantId: caller.tenantId, ...engine };
      await editOne(c, document, engine.book.get(document.name)?.rules ?? {}, id, undefined, { images: [...images] });
    });
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) throw error;
    await patchRow(db, "sys_file", [...fresh], { del_flag: 1 });
    return refusal.message;
  }
}
