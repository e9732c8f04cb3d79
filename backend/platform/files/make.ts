import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BackendConfig } from "../config";
import type { Database, Sql } from "../db/sql";
import type { Caller } from "../http/endpoint";
import { keepBlob } from "./blobs";
import { storesOf } from "./store";
import { extensionOf } from "./types";

interface MakeMade {
  db: Database;
  config: BackendConfig;
  caller: Pick<Caller, "tenantId" | "userId">;
  /** Name under which it is downloaded. */
  original: string;
  /** What it belongs to: it is no upload that waits to be used. */
  bizType: string;
  bizId: string;
}

/**
 * Stores a file that the backend makes itself; memory stays flat. `kept` runs in the transaction that
 * writes its row. What fails leaves nothing.
 */
export async function makeFile(
  { db, config, caller, original, bizType, bizId }: MakeMade,
  content: NodeJS.ReadableStream,
  kept: (sql: Sql, file: { id: string; size: number }) => Promise<unknown>,
): Promise<void> {
  const directory = path.join(config.dataDir, "tmp");
  const tempPath = path.join(directory, randomUUID());
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const digest = createHash("sha256");
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      digest.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const target = createWriteStream(tempPath, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(content, measured, target);
    const hash = digest.digest("hex");
    const extension = extensionOf(original);
    await db.tx(async (sql) => {
      const bucket = await keepBlob(sql, storesOf(config), { hash, size, tempPath });
      const row = await sql.one<{ id: string }>(
        `insert into sys_file (tenant_id, create_by, file_name, original, type, size, hash,
           bucket_name, biz_type, biz_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
        [
          caller.tenantId,
          caller.userId,
          `${randomUUID()}.${extension}`,
          original,
          extension,
          size,
          hash,
          bucket,
          bizType,
          bizId,
        ],
      );
      if (row) await kept(sql, { id: row.id, size });
    });
  } finally {
    await rm(tempPath, { force: true });
  }
}
