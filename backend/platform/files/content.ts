import type { BackendConfig } from "../config";
import type { Sql } from "../db/sql";
import { missing } from "../http/refusal";
import { storesOf } from "./store";

/** Content of a stored file of a tenant, whole. @throws Refusal 404 */
export async function bytesOf(sql: Sql, config: BackendConfig, tenantId: string, id: string): Promise<Buffer> {
  const file = await sql.one<{ hash: string; storage: string }>(
    `select f.hash, b.storage from sys_file f join sys_file_blob b on b.hash = f.hash
     where f.id = $1 and f.tenant_id = $2 and f.del_flag = 0`,
    [id, tenantId],
  );
  const store = file && storesOf(config).named(file.storage);
  if (!store) throw missing("文件不存在");
  const chunks: Buffer[] = [];
  for await (const chunk of await store.open(file.hash)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
