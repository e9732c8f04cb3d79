import { sku } from "#documents/product/sku";
import { voc } from "#documents/service/voc";
import { keep } from "../../../db/locks";
import { logMove } from "../../../documents/lifecycle/move";
import { transition } from "../../../documents/written";
import { conflict, missing } from "../../../http/refusal";

const MOST_CHARS = 2000;

/**
 * What a complaint taught is looked at from now on: one more point of the quality standard that inspections
 * of the SKU show. Where the SKU has none of its own, that of its SPU is taken over first.
 */
export const addStandard = transition(voc, "addStandard", {
  guard: ({ row }) => row.standardPoint && `已补充质检标准：${row.standardPoint}`,
  async effect(c, { row }, { point }) {
    const known = await c.sql.one<{ own: string | null; standard: string | null }>(
      `select k.qc_standard as own, coalesce(k.qc_standard, p.qc_standard) as standard from sku k
         left join spu p on p.id = k.spu_id where k.id = $1 and k.tenant_id = $2
       ${keep(c.sql, "sku", "change", "k")}`,
      [row.skuId, c.tenantId],
    );
    if (!known) throw missing();
    const next = [known.standard?.trim(), `${point}（${row.no}）`].filter(Boolean).join("\n");
    if (next.length > MOST_CHARS) throw conflict(`SKU的质检标准最多${MOST_CHARS}字`);
    await c.sql.query(
      "update sku set qc_standard = $2, version = version + 1, update_by = $3, update_time = now() where id = $1",
      [row.skuId, next, c.caller.userId],
    );
    await logMove(c, sku, row.skuId, {
      action: `客户之声${row.no}补充质检标准`,
      diff: { qcStandard: [known.own, next] },
    });
    await c.sql.query("update voc set standard_point = $2 where id = $1", [row.id, point]);
  },
});
