import type { Message } from "#backend/engine/connect/words";
import { lockWhole } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { goodsMappings } from "#documents/base/mapping";
import type { GoodsMapping } from "#documents/base/mapping/shape";
import type { MappingRowMapping } from "./row";

type LockedTold = Pick<Message, "documentId" | "tenantId">;

/** What a message is about, as it is now. */
export const mappingOf = (sql: Pick<Sql, "one">, { documentId }: LockedTold) =>
  sql.one<
    Pick<MappingRowMapping, "id" | "status" | "skuId" | "externalCode" | "externalName" | "ratio"> & { system: string }
  >(
    `select id, system, status, sku_id as "skuId", external_code as "externalCode",
       external_name as "externalName", ratio
     from goods_mapping where id = $1 and del_flag = 0`,
    [documentId],
  );

/** The same locked, for what the answer changes; no row: it is gone. */
export async function lockMapping(
  sql: Sql,
  message: LockedTold,
): Promise<{ c: Context; document: GoodsMapping; row?: MappingRowMapping }> {
  const c = { sql, ...systemOf(message.tenantId) };
  const found = await mappingOf(sql, message);
  const document = goodsMappings.find(({ fixed }) => fixed.system === found?.system);
  if (!found || !document) return { c, document: goodsMappings[0] };
  return { c, document, row: await lockWhole(c, document, found.id, { anyScope: true }) };
}
