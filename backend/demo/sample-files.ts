import type { Sql } from "#backend/platform/db";
import { pictures } from "#backend/platform/files/pack";
import { SAMPLES } from "#backend/platform/files/samples";

/** In whose name a file is uploaded. */
export interface Uploader {
  sql: Sql;
  tenantId: string;
  caller: { userId: string };
}

interface SampleFile {
  type: "png" | "pdf";
  content: Buffer;
  hash: string;
}

async function upload(c: Uploader, { type, content, hash }: SampleFile, original: string): Promise<string> {
  const row = await c.sql.one<{ id: string }>(
    `with kept as (
       insert into sys_file_blob (hash, size, storage, bucket_name) values ($5, $4, 'sample', 'sample')
       on conflict do nothing)
     insert into sys_file (tenant_id, create_by, file_name, original, type, size, hash, bucket_name)
     values ($1, $2, gen_random_uuid() || '.' || $3, $6, $3, $4, $5, 'sample') returning id`,
    [c.tenantId, c.caller.userId, type, content.length, hash, original],
  );
  return row?.id ?? "";
}

/** Uploads a sample file in somebody's name, as a form would. Answers its id. */
export const uploadSample = (c: Uploader, kind: keyof typeof SAMPLES, original: string): Promise<string> =>
  upload(c, SAMPLES[kind], original);

/** Uploads a picture of the pack; a program that brings none along has the sample instead. Answers its id. */
export function uploadPicture(c: Uploader, name: string, original: string): Promise<string> {
  const found = pictures().byName.get(name);
  return upload(c, found ? { type: "png", ...found } : SAMPLES.picture, original);
}
