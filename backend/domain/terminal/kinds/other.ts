import { perform, type RuleContext, type RuleValues } from "#backend/engine/documents";
import { addOne } from "#backend/engine/documents/calls/writes";
import { permit } from "#backend/engine/documents/writing/write";
import { nextOrder } from "#backend/platform/db";
import type { Context } from "#backend/platform/http/context";
import type { DocumentType } from "#documents/kit";
import { otherIn } from "#documents/wms/other-in";
import { otherOut } from "#documents/wms/other-out";
import { skuOf } from "../codes";
import { type Counted, sumsOf } from "../job";
import { type Answers, ask, type DomainKind, type Done, files, optionsOf, text } from "../kind";

/**
 * Cost of a piece, CNY by SKU, for goods that come into a warehouse that has none of them: what it is
 * in the other warehouses, else what it was last ordered for. A SKU of neither is left out; one that
 * lies here keeps the cost of its pool, as `null`.
 */
async function costsOf(
  { sql, tenantId }: Context,
  warehouseId: string,
  skuIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await sql.query<{ id: string; here: boolean; cost: string | null }>(
    `select k.id, exists (
         select 1 from stock s where s.tenant_id = $1 and s.warehouse_id = $2
         and s.sku_id = k.id and s.on_hand_qty > 0) as here,
       coalesce(
         (select round(sum(s.stock_value) / nullif(sum(s.on_hand_qty), 0), 6) from stock s
          where s.tenant_id = $1 and s.sku_id = k.id and s.on_hand_qty > 0),
         (select round(l.price * coalesce(o.rate, 1), 6) from purchase_order_line l
          join purchase_order o on o.id = l.purchase_order_id
          where l.sku_id = k.id and l.price > 0 and o.tenant_id = $1
            and l.del_flag = 0 and o.del_flag = 0
            and o.status in ('approved', 'executing', 'completed', 'closed')
          order by o.approve_time desc nulls last, l.id desc limit 1))::text as cost
     from sku k where k.id = any($3::bigint[])`,
    [tenantId, warehouseId, skuIds],
  );
  return new Map(rows.filter((r) => r.here || r.cost).map((r) => [r.id, r.here ? null : r.cost]));
}

const itemsOf = (scans: readonly Counted[]) =>
  [...sumsOf(scans)].map(([skuId, { good, bad }]) => ({ skuId, goodQty: good, badQty: bad }));

/** Written and sent into approval in one go; `stays`: why it remains a draft. */
async function make(c: RuleContext, document: DocumentType, values: RuleValues, stays?: string): Promise<Done> {
  permit(c.caller.permissions, document, "add");
  const rules = c.book.get(document.name)?.rules ?? {};
  const { id, no } = await addOne(c, document, rules, values);
  if (stays) return { document: document.name, id, said: `${document.label}${no}存为草稿：${stays}` };
  // Nobody else knows the new row: locking it after what it names stands in nobody's way.
  nextOrder(c.sql);
  await perform(c, document, id, "submit", {});
  return { document: document.name, id, said: `${document.label}${no}已提交` };
}

/** There is no document before: the first SKU opens the job. */
const open: DomainKind["open"] = async (c, _place, code) =>
  (await skuOf(c, code)) && { id: null, no: null, expected: [], counts: true };

const given = (answers: Answers, name: string) => text(answers, name) || null;

export const otherInJob: DomainKind = {
  open,
  more: async () => null,
  ask: async () => [
    ask("select", "inType", "入库类型", {
      options: optionsOf(otherIn.fields.inType.options).filter((o) => o.value !== "gift"),
      required: true,
    }),
    ask("text", "reason", "原因", { help: "盘盈和调整必填" }),
  ],
  async finish(c, job, scans, answers) {
    const items = itemsOf(scans);
    const costs = await costsOf(
      c,
      job.warehouseId,
      items.map((l) => l.skuId),
    );
    const without = items.find((l) => !costs.has(l.skuId));
    const code = job.expected.find((e) => e.skuId === without?.skuId)?.code;
    return make(
      c,
      otherIn,
      {
        warehouseId: job.warehouseId,
        inType: given(answers, "inType"),
        reason: given(answers, "reason"),
        items: items.map((l) => ({ ...l, unitCost: costs.get(l.skuId) ?? null })),
      },
      without && `SKU ${code} 没有库存成本和采购价，请在电脑上填写单位成本后提交`,
    );
  },
};

/** Pieces that may leave a warehouse. */
export const goodsHere: NonNullable<DomainKind["more"]> = async (c, place, skuId, good) => {
  const row = await c.sql.one<{ good: number; bad: number }>(
    `select good_qty - reserved_qty as good, bad_qty - reserved_bad_qty as bad from stock
     where tenant_id = $1 and warehouse_id = $2 and sku_id = $3`,
    [c.tenantId, place.id, skuId],
  );
  return row?.[good ? "good" : "bad"] ?? 0;
};

/** Types that a scanner alone can fill in. */
const OUT = new Set(["loss", "scrap", "adjust"]);

export const otherOutJob: DomainKind = {
  open,
  more: goodsHere,
  ask: async () => [
    ask("select", "outType", "出库类型", {
      options: optionsOf(otherOut.fields.outType.options).filter((o) => OUT.has(o.value)),
      required: true,
    }),
    ask("text", "reason", "原因", { required: true, help: "至少5个字" }),
    ask("files", "photos", "报废照片", { help: "报废必填" }),
  ],
  finish: (c, job, scans, answers) =>
    make(c, otherOut, {
      warehouseId: job.warehouseId,
      outType: given(answers, "outType"),
      reason: given(answers, "reason"),
      photos: files(answers, "photos"),
      items: itemsOf(scans),
    }),
};
