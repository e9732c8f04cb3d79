import { lockAdvisory, tryAdvisory } from "../db/advisory";
import type { Database, Sql } from "../db/sql";
import type { Stores } from "./store";

/** Uploading and sweeping one content exclude each other until the transaction ends. */
const lockContent = (sql: Sql, hash: string) => lockAdvisory(sql, "fileContent", hash);

/**
 * Makes sure that this content is stored once. Lock several contents in ascending order of hash.
 * @returns The bucket that holds it.
 */
export async function keepBlob(
  sql: Sql,
  stores: Stores,
  file: { hash: string; size: number; tempPath: string },
): Promise<string> {
  await lockContent(sql, file.hash);
  const known = await sql.one<{ storage: string; bucketName: string }>(
    `select storage, bucket_name as "bucketName" from sys_file_blob where hash = $1`,
    [file.hash],
  );
  if (known && (await stores.named(known.storage)?.has(file.hash))) return known.bucketName;
  const { storage, bucketName } = stores.current;
  // A transaction that is run again has put it there before.
  if (!(await stores.current.has(file.hash))) await stores.current.put(file.hash, file.tempPath);
  await sql.query(
    `insert into sys_file_blob (hash, size, storage, bucket_name) values ($1, $2, $3, $4)
     on conflict (hash) do update set storage = excluded.storage, bucket_name = excluded.bucket_name`,
    [file.hash, file.size, storage, bucketName],
  );
  return bucketName;
}

const FEW = 20;

/**
 * Removes blobs that no living row names: the one just given up, and a few that an earlier crash
 * left behind. The row goes first in its own transaction, so a crash here only leaves a spare blob.
 * @returns Whether there may be more.
 */
export async function sweepBlobs(db: Database, stores: Stores): Promise<boolean> {
  const spare = await db.query<{ hash: string }>(
    `select hash from sys_file_blob b
     where not exists (select 1 from sys_file f where f.hash = b.hash and f.del_flag = 0) limit ${FEW}`,
  );
  let removed = 0;
  for (const { hash } of spare)
    await db.tx(async (sql) => {
      // A backup under way reads what its snapshot names.
      if (!(await tryAdvisory(sql, "fileSweep"))) return;
      await lockContent(sql, hash);
      const gone = await sql.one<{ storage: string }>(
        `delete from sys_file_blob b where hash = $1
           and not exists (select 1 from sys_file f where f.hash = b.hash and f.del_flag = 0)
         returning storage`,
        [hash],
      );
      if (!gone) return;
      await stores.named(gone.storage)?.remove(hash);
      removed += 1;
    });
  return removed === FEW;
}
