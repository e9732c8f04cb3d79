import type { Sql } from "#backend/platform/db";
import { SAMPLES } from "#backend/platform/files/samples";

/** Uploads a sample file in somebody's name, as a form would. Answers its id. */
export async function uploadSample(
  c: { sql: Sql; tenantId: string; caller: { userId: string } },
  kind: keyof typeof SAMPLES,
  original: string,
): Promise<string> {
  const { type, content, hash } = SAMPLES[kind];
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
