import { goodsMappings } from "#documents/base/mapping";
import type { GoodsMapping } from "#documents/base/mapping/shape";
import type { Message } from "../../../connect/words";
import type { Sql } from "../../../db/sql";
import { lockWhole } from "../../../documents/reading/row";
import { systemOf } from "../../../http/caller";
import type { Context } from "../../../http/context";
import type { Mapping } from "./row";

type Told = Pick<Message, "documentId" | "tenantId">;

/** What a message is about, as it is now. */
export const mappingOf = (sql: Pick<Sql, "one">, { documentId }: Told) =>
  sql.one<
    Pick<Mapping, "id" | "status" | "skuId" | "externalCode" | "externalName" | "ratio"> & {
      system: string;
    }
  >(
    `select id, system, status, sku_id as "skuId", external_code as "externalCode",
       external_name as "externalName", ratio
     from goods_mapping where id = $1 and del_flag = 0`,
    [documentId],
  );

/** The same locked, for what the answer changes; no row: it is gone. */
export async function lockMapping(
  sql: Sql,
  message: Told,
): Promise<{ c: Context; document: GoodsMapping; row?: Mapping }> {
  const c = { sql, ...systemOf(message.tenantId) };
  const found = await mappingOf(sql, message);
  const document = goodsMappings.find(({ fixed }) => fixed.system === found?.system);
  if (!found || !document) return { c, document: goodsMappings[0] };
  return { c, document, row: await lockWhole(c, document, found.id, { anyScope: true }) };
}
