import { busySku, draftsNaming } from "#backend/domain/in-use";
import type { RuleContext } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";

/**
 * Tells of SKUs that new documents may not name any more: their buyers and product managers, and who
 * has a draft that names one, for it can no longer be submitted. Who stops them knows already.
 */
export async function tellStopped(c: RuleContext, skuIds: readonly string[]): Promise<void> {
  const rows = await c.sql.query<{ id: string; code: string; userIds: string[] }>(
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

interface Stopping {
  /** Code of a SKU that has stock or is on an order that runs. */
  busy: string | undefined;
}

/** @returns the sentence when a SKU cannot be stopped */
export const stillBusy = ({ busy }: Stopping): string | undefined => busy && `SKU ${busy} 仍有库存或在途，不能停用`;

/** 停用 of one SKU, easy ones too. */
export const stopping = {
  lock: async (c: RuleContext, { id }: { id: string }): Promise<Stopping> => ({ busy: await busySku(c, [id]) }),
  guard: stillBusy,
  effect: (c: RuleContext, { row }: { row: { id: string } }) => tellStopped(c, [row.id]),
};
