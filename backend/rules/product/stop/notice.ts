import type { RuleContext } from "../../../documents/rules";
import { notify } from "../../../notices/notify";
import { draftsNaming } from "../../in-use";

interface Stopped {
  id: string;
  code: string;
  userIds: string[];
}

/**
 * Tells of SKUs that new documents may not name any more: their buyers and product managers, and who
 * has a draft that names one, for it can no longer be submitted. Who stops them knows already.
 */
export async function tellStopped(c: RuleContext, skuIds: readonly string[]): Promise<void> {
  const rows = await c.sql.query<Stopped>(
    `select k.id, k.sku_code as code,
       array_remove(array[coalesce(k.buyer_id, u.buyer_id), p.manager_id], null)::text[] as "userIds"
     from sku k left join spu u on u.id = k.spu_id left join product p on p.id = u.product_id
     where k.id = any($1::bigint[]) order by k.id`,
    [skuIds],
  );
  const drafts = await draftsNaming(c, skuIds);
  for (const { id, code, userIds } of rows) {
    const own = drafts.filter((d) => d.skuId === id);
    const nos = [...new Set(own.map((d) => d.no))].join("、");
    const told = [...userIds, ...own.map((d) => d.userId)].filter((u) => u !== c.caller.userId);
    await notify(c.sql, {
      tenantId: c.tenantId,
      userIds: told,
      title: `SKU ${code} 已停用`,
      pushDescribe: `新单据不能再选它${nos && `；含它的草稿须先换行才能提交：${nos}`}`,
      bizPath: `/product/sku/detail/${id}`,
    });
  }
}
